// Timed: deadlines of the arm are met while the cores are busy.
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';
import { playLongRoutine, playUnderDoorLoad } from './load-beside-run.fixture.ts';

let faults: FaultCell;
beforeAll(async () => {
  faults = await startFaultCell('compact');
}, 120_000);
afterAll(() => faults.remove(), 60_000);

describe('load at the gateway, with every core busy (C4)', () => {
  it('does not delay the commander of a moving arm', async () => {
    const { run, silence } = await playUnderDoorLoad(faults, 10);
    expect(run, JSON.stringify(silence)).toEqual({ status: 'running', failure: null });
    expect(silence.heard).toBeGreaterThan(100);
  }, 120_000);
});

inExhaustiveRuns(() => {
  describe('routine of very many quick steps (C5)', () => {
    it("plays to its end without a gap in the commander's messages", async () => {
      const { run, entries, watchdogs } = await playLongRoutine(faults, 4000);
      expect(run).toEqual({ status: 'completed', failure: null });
      // Start and end of the run, and of each step.
      expect([entries, watchdogs]).toEqual([2 * 4000 + 2, 0]);
    }, 120_000);
  });
});
