import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import type { RobotFacts } from '@cellwright/routine-runner/simulation';
import { describe, expect, it } from 'vitest';
import { fileOf, type PlannedStep } from '../testing/planted-steps.fixture.ts';
import { compileFile, deviceOf, gripperRecord, proveHere } from '../testing/proof.fixture.ts';

const at = (macroVariable: number, value = 1) => ({ via: 'network', macroVariable, value });
const lathe = deviceOf('CNCMachine', 'equipment_lathe', {
  name: 'Lathe',
  autodoor: {
    isFitted: true,
    ...{ open: at(10_100), close: at(10_100, 2), opened: at(10_101), closed: at(10_102) },
    interiorID: 'space_lathe',
  },
});
/** Around the wrist of the arm when it is turned by 90°. */
const interior: Obstacle = {
  name: 'Lathe interior',
  shape: { kind: 'box', size: [0.4, 0.4, 0.5] },
  pose: { x: 0, y: 0.725, z: 0.52, i: 0, j: 0, k: 0, w: 1 },
  spaceItemID: 'space_lathe',
};

const door = (actionID: 'open' | 'close'): PlannedStep => ({ kind: 'CNCOperateAutodoor', args: { actionID } });
const turn = (angle: number): PlannedStep => ({
  kind: 'MoveArmToV2',
  args: { motionSpeed: 100 },
  steps: [{ kind: 'Waypoint', args: { target: { jointAngles: [angle, 0, Math.PI / 2, 0, -Math.PI / 2, 0] } } }],
});
const [into, out] = [turn(Math.PI / 2), turn(0)];

const sceneWith = (obstacles: Obstacle[]) => ({ ...emptyScene('simulated'), revision: 1, obstacles });
const proveSteps = (facts: Partial<RobotFacts>, ...steps: PlannedStep[]) =>
  proveHere(compileFile(fileOf({ steps })), { facts, equipment: [gripperRecord, lathe] });
const closed = { scene: sceneWith([interior]) };

describe('a dry run of an arm that reaches through a door', () => {
  it('moves in and out while the door is open', async () => {
    const report = await proveSteps(closed, out, door('open'), into, out, door('close'));
    expect(report.findings).toEqual([]);
    expect(report.outcome).toBe('completed');
  });

  it('finds a door that is closed on the arm', async () => {
    const report = await proveSteps(closed, out, door('open'), into, door('close'));
    expect(report.outcome).toBe('failed');
    expect(JSON.stringify(report.findings)).toContain("is in 'Lathe interior'");
  });

  it.each([
    ['is closed', closed],
    ['of the cell is open, because that of the dry run is closed', { scene: sceneWith([]), freeObstacles: [interior] }],
  ])('finds a move through a door that %s', async (_title, facts) => {
    const report = await proveSteps(facts, out, into);
    expect(JSON.stringify(report.findings)).toContain("'Lathe interior'");
    const again = await proveSteps(facts, out, door('open'), into, out, door('close'), into);
    expect(again.findings.map(({ stepPath }) => stepPath?.split('.')[0])).toEqual(['6']);
  });
});
