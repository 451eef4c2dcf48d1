import { expect, it } from 'vitest';
import type { CellAccess } from './faults/fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './faults/routines.fixture.ts';

/**
 * Relative to the start of the arm, so that the three points lie on one circle: the tool returns to its start by
 * itself.
 */
const at = (x: number, y: number) => ({ target: { pose: { ...start, x: start.x + x, y: start.y + y } } });
const start = { x: 0.6, y: 0.2, z: 0.5, i: 0, j: 0, k: 0, w: 1 };
const steps: readonly StepSketch[] = [
  {
    id: 'step_move',
    stepKind: 'MoveArmToV2',
    args: { blendConfig: { blendRadius: 0.01 }, speedLimitOption: 'CUSTOM', speedProfile: { maxTooltipSpeed: 0.25 } },
    steps: [
      { id: 'step_there', stepKind: 'Waypoint', args: at(0, 0) },
      { id: 'step_arc', stepKind: 'Arc', args: { viaTarget: at(0.05, 0.05), endTarget: at(0.1, 0) } },
      { id: 'step_back', stepKind: 'Waypoint', args: { motionKind: 'line', ...at(0.1, -0.05) } },
    ],
  },
];

/** Tests steps that need a feature flag in a cell whose flags are off. */
export function testFeatureFlags(access: () => CellAccess): void {
  it('run only after their flag is switched on for the cell', async () => {
    const faults = access();
    const { client } = faults.cell;
    const text = JSON.stringify(sketchFile('routine_arc', steps));
    expect(await client.validateFile(text)).toMatchObject([
      {
        stepID: 'step_arc',
        fieldId: 'stepKind',
        message: "Arcs between waypoints need the feature flag 'Arc in Move Arm'. Enable it, or use a Move Arm To step",
      },
    ]);
    const { routineID } = await client.importRoutine(text);
    const session = await faults.openReadySession('simulated');
    try {
      await expect(session.send('loadRoutine', { routineID })).rejects.toThrow('1 validation errors');
      expect((await faults.call('PATCH', '/feature-flags/1', '{"arcInMoveArm":true}')).status).toBe(200);
      expect(await client.validateFile(text)).toEqual([]);
      await session.send('loadRoutine', { routineID });
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'completed' });
    } finally {
      session.close();
    }
  }, 60_000);

  it('include a condition in Python, evaluated by an interpreter that starts with the routine', async () => {
    const faults = access();
    const { client } = faults.cell;
    const condition = { kind: 'Python', source: "import math\nmath.sqrt(16) == 4 and io['Input 1'] == 'low'" };
    const text = JSON.stringify(
      sketchFile('routine_python', [{ id: 'step_wait', stepKind: 'Wait', args: { condition } }]),
    );
    expect(await client.validateFile(text)).toMatchObject([
      { stepID: 'step_wait', message: expect.stringContaining("need the feature flag 'Python expressions'") },
    ]);
    expect((await faults.call('PATCH', '/feature-flags/1', '{"pythonExpressions":true}')).status).toBe(200);
    const { routineID, problems } = await client.importRoutine(text);
    expect(problems).toEqual([]);
    const session = await faults.openReadySession('simulated');
    try {
      await session.send('loadRoutine', { routineID });
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'completed', failure: null });
    } finally {
      session.close();
    }
  }, 120_000);
}
