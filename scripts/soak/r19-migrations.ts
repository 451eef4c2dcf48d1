// R19: three processes migrate one database at the same time, 20 times; 20 of 20 succeed.
// Prints JSON and exits with 1 when one fails. Usage: tsx scripts/soak/r19-migrations.ts [rounds]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import { startPostgres } from '@cellwright/testkit';

const rounds = Number(process.argv[2] ?? 20);
const server = await startPostgres();
const directory = await mkdtemp(join(tmpdir(), 'cellwright-soak-'));
for (let index = 0; index < 10; index += 1) {
  const folder = join(directory, `2026010100000${index}_step`);
  await mkdir(folder);
  await writeFile(
    join(folder, 'migration.sql'),
    `CREATE TABLE "T${index}" ("id" TEXT); CREATE INDEX ON "T${index}" ("id");`,
  );
}

let succeeded = 0;
const failures: string[] = [];
for (let round = 0; round < rounds; round += 1) {
  const database = await server.createDatabase();
  const apply = () => applyMigrations({ connectionString: database.url, schema: 'soak', directory, log: silentLogger });
  const results = await Promise.allSettled([apply(), apply(), apply()]);
  const applied = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  for (const result of results) if (result.status === 'rejected') failures.push(String(result.reason));
  if (applied.length === 10 && new Set(applied).size === 10) succeeded += 1;
  await database.drop();
}
await server.stop();
await rm(directory, { recursive: true });
console.log(JSON.stringify({ row: 'R19', holds: succeeded === rounds, rounds, succeeded, failures }));
process.exit(succeeded === rounds ? 0 : 1);
