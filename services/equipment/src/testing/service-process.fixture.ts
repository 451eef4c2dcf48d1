/**
 * For tests: the service in its own process, which can be killed. Arguments: the database's URL, the folder of the
 * migrations. Prints its address.
 */
import { startEquipmentCell } from './equipment-cell.fixture.ts';

const [, , databaseUrl, migrationsFolder] = process.argv;
if (!databaseUrl || !migrationsFolder) throw new Error('give the URL of the database and the folder of the migrations');
const { address } = await startEquipmentCell(databaseUrl, { runSimulators: false, migrationsFolder });
process.stdout.write(`${address}\n`);
