import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';
import { setIOContract } from './contract.ts';

describe('SetIO', () => {
  it('sets its outputs in order', async () => {
    const run = playback([
      step('SetIO', {
        outputs: [
          { kind: 'Output', port: 1, level: 'high' },
          { kind: 'Relay', port: 3, level: 'low' },
          { kind: 'FlangeOutput', port: 2, level: 'high', pulseSeconds: 0.5 },
        ],
      }),
    ]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['Output 1 high', 'Relay 3 low', 'Flange Output 2 high']);
  });

  it('does not wait for a pulse: the controller ends it', async () => {
    const run = playback([step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high', pulseSeconds: 5 }] })]);
    await run.finish();
    expect(run.clock.now()).toBe(0);
  });

  it('fails with the message of the control box when the outputs did not change', async () => {
    const run = playback([step('SetIO', { outputs: [{ kind: 'Output', port: 1, level: 'high' }] })], {
      faults: ['outputsFail'],
    });
    expect(await run.finish()).toMatchObject({
      kind: 'failed',
      failure: 'IOFailure',
      message: 'Changing output IO did not work',
      detail: 'the box does not answer',
    });
  });

  it('has an outside effect', () => {
    expect(setIOContract.hasOutsideEffect).toBe(true);
  });
});
