import { type JournalEntry, type Run, runSchema } from '@cellwright/domain/run';
import { beforeAll, describe, expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { home, near } from '../testing/moving-cell.fixture.ts';
import { describeInterruption, findContainer } from './interruption.ts';

const high = { outputs: [{ kind: 'Output', port: 1, level: 'high' }] };

let run: Run;
let entries: JournalEntry[];
beforeAll(async () => {
  const [move, first, second] = moveSteps('step_1.3', [near, home]);
  if (!move || !first || !second) throw new Error('unreachable');
  const cell = startCell({
    routine: routineOf([
      step('step_1', 'Loop', { times: 2 }),
      step('step_1.1', 'Loop', { times: 2 }),
      step('step_1.1.1', 'Wait', { milliseconds: 100 }),
      step('step_1.1.2', 'SetIO', high),
      step('step_1.2', 'ActuateGripper', {}),
      move,
      { ...first, id: 'step_1.3.1', path: '1.3.1' },
      step('step_1.3.2', 'SetIO', high),
      { ...second, id: 'step_1.3.3', path: '1.3.3' },
    ]),
  });
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  await cell.clock.advance(60_000);
  expect(cell.state().run?.status).toBe('completed');
  entries = cell.entries();
  run = runSchema.parse({ ...cell.writes.at(-1)?.run, endedAt: null });
});

/** Returns the state after a crash right after an entry, when only the newest `tailLength` entries are read. */
function crashAfter(index: number, tailLength = Number.POSITIVE_INFINITY) {
  const before = entries.slice(0, index + 1);
  const tail = before.slice(-tailLength);
  const path = findContainer(tail);
  const container = before.findLast(({ event, stepPath }) => event === 'stepStarted' && stepPath === path);
  return describeInterruption(run, tail, new Date('2026-01-01T01:00:00.000Z'), container).run.interruptedIn;
}

describe('a crash between an effect outside and its record', () => {
  it('names the step that acted, and the iterations of the enclosing loops', () => {
    const places = entries.flatMap(({ event }, index) => (event === 'effectIntended' ? [crashAfter(index)] : []));
    const round = (...rounds: [string, number][]) => rounds.map(([stepPath, count]) => ({ stepPath, round: count }));
    const expected = [1, 2].flatMap((outer) => [
      ['1.1.2', 'SetIO', round(['1', outer], ['1.1', 1])],
      ['1.1.2', 'SetIO', round(['1', outer], ['1.1', 2])],
      ['1.2', 'ActuateGripper', round(['1', outer])],
      ['1.3.2', 'SetIO', round(['1', outer])],
    ]);
    expect(places.map((place) => [place?.stepPath, place?.stepKind, place?.rounds])).toEqual(expected);
    expect(places.every((place) => place?.hasUnknownEffect === true)).toBe(true);
  });
});

describe('a crash at any moment', () => {
  it.each([Number.POSITIVE_INFINITY, 3, 1])('names the innermost active step, from %d entries', (length) => {
    const playing: string[] = [];
    for (const [index, { event, stepPath }] of entries.entries()) {
      if (event === 'stepStarted' && stepPath) playing.push(stepPath);
      if (event === 'stepEnded' && stepPath) playing.splice(playing.lastIndexOf(stepPath), 1);
      const expected = playing.at(-1);
      if (expected !== undefined) expect([index, crashAfter(index, length)?.stepPath]).toEqual([index, expected]);
    }
  });
});
