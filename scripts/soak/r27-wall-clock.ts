// R27: the wall clock of every process of the cell jumps by ±1 h, ±1 day and −5 min during runs, by libfaketime (Debian:
// apt-get install faketime). No time-out fires early, the journal keeps its order, and the newest run stays the newest.
// Usage: tsx scripts/soak/r27-wall-clock.ts [rounds]
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sweepFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!library) throw new Error('libfaketime is not installed. On Debian: apt-get install faketime');

const file = join(mkdtempSync(join(tmpdir(), 'cellwright-faketime-')), 'offset');
const setOffset = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
const hour = 3600;
const jumps = [hour, -hour, 24 * hour, -24 * hour, -300];
setOffset(0);

const env = {
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  // Only the wall clock is stepped; monotonic time goes on, as with NTP or an operator.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};

await soak('R27', { shape: 'one process', env }, async (faults, note) => {
  const watcher = await faults.watch('simulated');
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  const problems: string[] = [];
  let jumped = 0;
  for (let round = 0; round < trialsOf(4); round++) {
    note(round);
    const session = await faults.openReadySession('simulated');
    await session.send('loadRoutine', { routineID });
    const before = await watcher.newestIndex();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    for (const seconds of jumps) {
      setOffset(seconds);
      jumped += 1;
      await delay(1500);
      if (session.state.kind !== 'RoutineRunning') problems.push(`${seconds} s: ${session.state.kind}`);
    }
    await session.send('stop', {});
    await faults.untilRunEnded(runID);
    session.close();
    const disturbing = (await watcher.readLog(before)).filter(
      ({ kind }) => kind === 'commanderLost' || kind === 'fault',
    );
    problems.push(...disturbing.map(({ kind, detail }) => `${kind} ${detail}`));
    const journal = await faults.readJournal(runID);
    if (journal.some(({ seq }, index) => seq !== index + 1)) problems.push('the journal has a gap');
    // Else the library was not preloaded, and nothing was tried.
    const times = journal.map(({ at }) => Date.parse(at));
    if (Math.max(...times) - Math.min(...times) < 24 * hour * 1000) problems.push('the wall clock did not jump');
    const [newest] = await faults.listRuns('simulated');
    if (newest?.id !== runID) problems.push('the newest run is not listed first');
  }
  await watcher.close();
  return { holds: problems.length === 0, jumped, problems, goal: { falseTimeouts: 0 } };
});
