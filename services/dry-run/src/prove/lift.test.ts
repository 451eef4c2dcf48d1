import { emptyScene } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { fileOf, type PlannedStep } from '../testing/planted-steps.fixture.ts';
import { compileFile, deviceOf, gripperRecord, proveHere } from '../testing/proof.fixture.ts';

const column = deviceOf('Lift', 'equipment_lift', { name: 'Column', stroke: 700 });
const lift = (target: number): PlannedStep => ({ kind: 'MoveVerticalLift', args: { target } });
const turn = (angle: number): PlannedStep => ({
  kind: 'MoveArmToV2',
  args: { motionSpeed: 100 },
  steps: [{ kind: 'Waypoint', args: { target: { jointAngles: [angle, 0, Math.PI / 2, 0, -Math.PI / 2, 0] } } }],
});

/**
 * An obstacle at the arm's wrist when the column is retracted, with its base 0.725 m above the ground; below the arm
 * when 0.5 m higher.
 */
const slab = {
  name: 'slab',
  shape: { kind: 'box' as const, size: [0.2, 0.2, 0.5] as [number, number, number] },
  pose: { x: 0, y: 0.725, z: 1.25, i: 0, j: 0, k: 0, w: 1 },
};
const facts = { scene: { ...emptyScene('simulated'), revision: 1, obstacles: [slab] } };
const proveSteps = (...steps: PlannedStep[]) =>
  proveHere(compileFile(fileOf({ steps })), { facts, equipment: [gripperRecord, column] });

describe('a dry run of an arm on a lift', () => {
  it('includes the travel time of the lift, and plans the arm at each height', async () => {
    const report = await proveSteps(lift(0.5), turn(Math.PI / 2), turn(0), lift(0));
    expect(report.findings).toEqual([]);
    expect(report.outcome).toBe('completed');
    // 0.5 m at 0.1 m/s, up and down.
    expect(report.totals.deviceSeconds).toBeGreaterThan(10);
    expect(report.totals.deviceSeconds).toBeLessThan(11);
  });

  it('finds obstacles of a move that was taught at another height', async () => {
    const { findings } = await proveSteps(lift(0.5), turn(0), lift(0), turn(Math.PI / 2));
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'detour', stepPath: '4.1', message: expect.stringContaining("'slab'") }),
    );
  });
});
