import type { FlagName } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const output = { outputs: [{ kind: 'Output', port: 1, level: 'high' }] };
const routine = routineOf([
  step('step_1', 'Wait', { milliseconds: 1 }),
  step('step_2', 'CodeBlock', { codeBlockId: 'b' }),
]);

async function startLoaded(on: Set<FlagName>) {
  const cell = startCell({ routine, isFlagOn: async (flag) => on.has(flag) });
  await cell.clock.advance(100);
  expect((await cell.ask('loadRoutine', { routineID: 'routine_1' })).ok).toBe(true);
  return cell;
}

describe('A loaded routine that needs a feature flag', () => {
  it.each([
    ['playRoutine', {}],
    ['stepOver', {}],
    ['stepInto', {}],
    ['runTo', { stepID: 'step_1' }],
  ] as const)('refuses %s after the flag was switched off', async (kind, payload) => {
    const cell = await startLoaded(new Set());
    expect(await cell.ask(kind, payload)).toMatchObject({
      ok: false,
      error: {
        code: 'cannot_play_routine',
        message: expect.stringContaining("need the feature flag 'Code blocks'"),
        details: { stepID: 'step_2' },
      },
    });
    expect(cell.state().kind).toBe('Idle');
  });

  it('plays while the flag is on', async () => {
    const cell = await startLoaded(new Set<FlagName>(['enableCodeBlocks']));
    expect((await cell.ask('playRoutine')).ok).toBe(true);
  });

  it('needs no flag for Set I/O outside a move', async () => {
    const plain = routineOf([step('step_1', 'Wait', { milliseconds: 1 }), step('step_2', 'SetIO', output)]);
    const cell = startCell({ routine: plain, isFlagOn: async () => false });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    expect((await cell.ask('playRoutine')).ok).toBe(true);
  });
});
