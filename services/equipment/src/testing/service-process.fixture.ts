/** For tests: the service as a process of its own, to be killed. Argument: the database's URL. Prints its address. */
import { startEquipmentCell } from './equipment-cell.fixture.ts';

const databaseUrl = process.argv[2];
if (!databaseUrl) throw new Error('give the URL of the database');
const { address } = await startEquipmentCell(databaseUrl, { runSimulators: false });
process.stdout.write(`${address}\n`);
