import { expect, it } from 'vitest';
import { type PlayOptions, playback, step } from '../../testing/play.fixture.ts';

const region = (...inside: ReturnType<typeof step>[]) => step('HaasControlRegion', {}, inside);
const cellSafeOf = ({ cell }: ReturnType<typeof playback>) =>
  cell.deviceCommands.flatMap(({ command }) =>
    typeof command === 'object' && command !== null && 'isSafe' in command ? [command.isSafe] : [],
  );

const ways: readonly (readonly [string, ReturnType<typeof step>, PlayOptions, string])[] = [
  ['at its end', step('Wait', { milliseconds: 100 }), {}, 'completed'],
  ['when a step inside fails', step('TriggerFault', { message: 'The magazine is empty' }), {}, 'failed'],
  ['when a step inside breaks a loop', step('LoopControl', { action: 'break' }), {}, 'completed'],
];

it.each(ways)('HaasControlRegion sets cell safe on entry and resets it %s', async (_, inside, options, kind) => {
  const run = playback([step('Loop', { times: 1 }, [region(inside)])], options);
  expect(await run.finish()).toMatchObject({ kind });
  expect(cellSafeOf(run)).toEqual([true, false]);
  expect(run.cell.machine.isCellSafe).toBe(false);
});

it('HaasControlRegion resets cell safe when it is stopped', async () => {
  const run = playback([region(step('Wait', { milliseconds: 10_000 }))]);
  const result = run.play();
  await run.clock.advance(500);
  expect(run.cell.machine.isCellSafe).toBe(true);
  run.engine.stop();
  expect(await run.finish(result)).toEqual({ kind: 'stopped' });
  expect(cellSafeOf(run)).toEqual([true, false]);
});

it('HaasControlRegion resets cell safe even if setting it failed', async () => {
  const run = playback([region(step('Wait', { milliseconds: 100 }))], { faults: ['deviceFails'] });
  expect(await run.finish()).toMatchObject({ failure: 'HaasFailure', message: 'Set cell safe failed' });
  expect(cellSafeOf(run).at(-1)).toBe(false);
  expect(run.events).toContainEqual(expect.stringContaining('Reset cell safe failed'));
});
