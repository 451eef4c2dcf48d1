// R21: the disk under Postgres is full. No command is accepted without an entry in the audit log, a stop is accepted as
// always, and when there is space again commands are accepted. Needs root, to mount a small memory file system. Prints
// JSON and exits with 1 when it fails. Usage: tsx scripts/soak/r21-full-database.ts [rounds]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mistreat } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { commandOnFullDisk, type FullDiskTrial } from '../../services/cell/e2e/faults/full-disk.fixture.ts';
import { startCell } from '../../services/cell/e2e/harness.ts';

const rounds = Number(process.argv[2] ?? 3);
const limits = { stopMS: 100, recoveredMS: 30_000 };
const disk = mkdtempSync(join(tmpdir(), 'cellwright-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0777', 'tmpfs', disk]);
const trials: FullDiskTrial[] = [];
let isOver = false;
try {
  const cell = await startCell('compact', join(disk, 'data'));
  const faults = mistreat(cell, () => undefined);
  try {
    for (let round = 0; round < rounds; round++) trials.push(await commandOnFullDisk(faults));
    isOver = true;
  } finally {
    await faults.remove();
  }
} finally {
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true });
}
const holds =
  isOver &&
  trials.every(
    ({ commandWhileFull, changeWhileFull, unaudited, stopWhileFullMS, recoveredMS }) =>
      commandWhileFull.startsWith('unavailable') &&
      changeWhileFull.startsWith('503') &&
      unaudited === 0 &&
      stopWhileFullMS <= limits.stopMS &&
      recoveredMS <= limits.recoveredMS,
  );
console.log(JSON.stringify({ row: 'R21', holds, limits, trials }, null, 2));
process.exit(holds ? 0 : 1);
