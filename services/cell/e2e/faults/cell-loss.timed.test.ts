// Timed: how soon an arm stops after the loss of its cell.
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { killCell } from './cell-loss.fixture.ts';

describe('a cell that is killed while the arm moves', () => {
  it('in the default shape: the commander stops the arm, the next start reports its run as interrupted, and no process of the old cell remains', async () => {
    const loss = await killCell('compact');
    expect(loss.stop).toMatchObject({ cause: 'stop', movedAfter: 0 });
    expect(loss.stop.decelerationMS).toBeLessThan(250 * 5);
    expect(loss.stop.offPath).toBeLessThan(1e-6);
    expect(loss).toMatchObject({ run: { status: 'interrupted' }, leftOver: [], savedVersion: 1 });
  }, 120_000);

  inExhaustiveRuns(() => {
    it('in the shape of many processes: they continue and can be stopped; the next start ends them without loss of data', async () => {
      const loss = await killCell('processes');
      expect(loss.stop).toMatchObject({ cause: 'stop', movedAfter: 0 });
      expect(loss).toMatchObject({ run: { status: 'stopped' }, leftOver: [], savedVersion: 1 });
    }, 120_000);
  });
});
