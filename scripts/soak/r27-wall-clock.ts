// R27: the wall clock of every process of the cell jumps by ±1 h, ±1 day and −5 min during runs, by libfaketime (Debian:
// apt-get install faketime). No time-out fires early, the journal keeps its order, and the newest run stays the newest.
// Usage: tsx scripts/soak/r27-wall-clock.ts [rounds]
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!library) throw new Error('libfaketime is not installed. On Debian: apt-get install faketime');

const file = join(mkdtempSync(join(tmpdir(), 'cellwright-faketime-')), 'offset');
const waitID = 'step_routine_nod_wait';
const setOffset = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
const hour = 3600;
const jumps = [hour, -hour, 24 * hour, -24 * hour, -300];
setOffset(0);

const env = {
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  // Only the wall clock is stepped; monotonic time continues, as with NTP or an operator.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};

const waitMS = 250;

await soak('R27', { shape: 'compact', env }, async (faults, note) => {
  const watcher = await faults.watch('simulated');
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(nodFile(undefined, waitMS)));
  const problems: string[] = [];
  let jumped = 0;
  let waits = 0;
  for (let round = 0; round < trialsOf(4); round++) {
    note(round);
    setOffset(0);
    const session = await faults.openReadySession('simulated');
    await session.send('loadRoutine', { routineID });
    const before = await watcher.newestIndex();
    const startedAt = performance.now();
    const { runID } = await session.send('playRoutine', { isConfirmed: true });
    for (const seconds of jumps) {
      setOffset(seconds);
      jumped += 1;
      await delay(2500);
      if (session.state.kind !== 'RoutineRunning') problems.push(`${seconds} s: ${session.state.kind}`);
    }
    const played = performance.now() - startedAt;
    await session.send('stop', {});
    await faults.untilRunEnded(runID);
    session.close();
    const log = await watcher.readLog(before);
    const disturbances = log.filter(({ kind }) => kind === 'commanderLost' || kind === 'fault');
    problems.push(...disturbances.map(({ kind, detail }) => `${kind} ${detail}`));
    const journal = await faults.readJournal(runID);
    if (journal.some(({ seq }, index) => seq !== index + 1)) problems.push('the journal has a gap');
    const waited = journal.filter(({ event, stepID }) => event === 'stepEnded' && stepID === waitID).length;
    waits += waited;
    if (waited * waitMS > played) problems.push(`${waited} waits of ${waitMS} ms ended within ${played} ms`);
    if (waited < jumps.length) problems.push(`only ${waited} waits ended within ${played} ms`);
    problems.push(...missedJumps(journal.map(({ at }) => (Date.parse(at) - Date.now()) / 1000)));
    const [newest] = await faults.listRuns('simulated');
    if (newest?.id !== runID) problems.push('the newest run is not listed first');
  }
  await watcher.close();
  return { holds: problems.length === 0, jumped, waits, problems, goal: { falseTimeouts: 0 } };
});

/** Returns jumps that no journal entry shows: there the library was not preloaded, and nothing was tested. */
function missedJumps(offsets: readonly number[]): string[] {
  return jumps
    .filter((jump) => !offsets.some((offset) => Math.abs(offset - jump) < 120))
    .map((jump) => `no journal entry shows the jump of ${jump} s`);
}
