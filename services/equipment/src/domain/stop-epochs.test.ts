import { ProductError } from '@cellwright/domain/basics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StopEpochs, sessionOf } from './stop-epochs.ts';

describe('the stop epochs of the sessions', () => {
  it('pass the newest epoch, and drop older ones', () => {
    const epochs = new StopEpochs();
    expect(epochs.note('simulated', 4)).toBe(true);
    expect(() => epochs.check('simulated', 4)).not.toThrow();
    expect(() => epochs.check('simulated', 5)).not.toThrow();
    expect(() => epochs.check('simulated', 3)).toThrow(
      'This command was sent before the last stop (epoch 3, now 4) and was dropped. Send it again if you still need it',
    );
  });

  it('return the newest epoch to the caller', () => {
    const epochs = new StopEpochs();
    epochs.note('live', 9);
    const refused = catchError(() => epochs.check('live', 1));
    expect(refused).toBeInstanceOf(ProductError);
    expect(refused).toMatchObject({ code: 'conflict', details: { reason: 'stale_epoch', newestEpoch: 9 } });
  });

  it('count separately for each session', () => {
    const epochs = new StopEpochs();
    epochs.note('twin', 9);
    expect(() => epochs.check('simulated', 1)).not.toThrow();
    expect(() => epochs.check('live', 1)).not.toThrow();
  });

  it('never go back, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (arrivals) => {
        const epochs = new StopEpochs();
        for (const epoch of arrivals) epochs.note('simulated', epoch);
        expect(epochs.newest('simulated')).toBe(Math.max(...arrivals));
      }),
    );
  });

  it('belong to the twin while it replaces the live robot', () => {
    expect([sessionOf('live', false), sessionOf('live', true)]).toEqual(['live', 'twin']);
    expect([sessionOf('simulated', false), sessionOf('simulated', true)]).toEqual(['simulated', 'simulated']);
  });
});

function catchError(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
