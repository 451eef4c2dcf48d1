import type { Instant } from '@cellwright/client';
import type { RobotSessionState } from '@cellwright/domain/run';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { readArcLog } from './arc-log.ts';

type Weld = Readonly<Record<string, number | string>>;

const played: RobotSessionState['run'] = {
  ...{ id: 'run_1', status: 'running', startedAt: '2026-01-01T08:00:00.000Z' },
  ...{ currentStepID: 'weld', currentStepPath: '2.1', cycleCount: 0, isStoppingAfterCycle: false },
  ...{ pauseReason: null, waitingFor: null, isInterrupted: false, cycleTimeSeconds: null, distanceMeters: 0 },
};

/** A recording of 3 s in which a weld has these variables. */
function recording(variablesAt: (at: number) => Weld) {
  return {
    replay: { runID: 'run_1', from: 0, to: 3, parts: [] },
    async seek(at: number): Promise<Instant> {
      const steps = {
        other: { state: 'playing' as const, variables: { completedCount: 1 } },
        weld: { state: 'playing' as const, variables: variablesAt(at) },
      };
      return { at, state: idleSession({ steps, run: played }), joints: null };
    },
  };
}

const values = { arcVoltage: 17.2, arcCurrent: 152, arcWireSpeed: 0.1016 };

describe('the log of the arcs of a run', () => {
  it('has a row each 0.2 s while an arc burns, and numbers the beads', async () => {
    const rows = await readArcLog(
      recording((at) => {
        const isOn = (at >= 0.4 && at < 1) || at >= 2.6;
        return { currentActivity: isOn ? 'movingDuringWeld' : 'movingToNextStitch', ...values };
      }),
    );
    expect(rows.map(({ bead, at }) => [bead, at])).toEqual([
      [1, 0.4],
      [1, 0.6],
      [1, 0.8],
      [2, 2.6],
      [2, 2.8],
      [2, 3],
    ]);
    expect(rows[0]).toEqual({
      ...{ bead: 1, stepPath: '2.1', at: 0.4, activity: 'movingDuringWeld' },
      ...{ voltage: 17.2, current: 152, wireSpeed: 0.1016 },
    });
  });

  it('has no row without an arc, or for a recording of an earlier release', async () => {
    expect(await readArcLog(recording(() => ({ currentActivity: 'approaching', ...values })))).toEqual([]);
    expect(await readArcLog(recording(() => ({ currentActivity: 'weaving' })))).toEqual([]);
  });
});
