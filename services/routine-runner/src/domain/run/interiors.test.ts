import { createKinematics, defaultArm } from '@cellwright/arm';
import { createRandom } from '@cellwright/collision';
import { doorMessages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import type { Obstacle } from '@cellwright/domain/space';
import { makePose, normalizeVec3, quaternionFromAxisAngle } from '@cellwright/geometry';
import { flushPromises } from '@cellwright/testkit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { InteriorCheck, interiorMargin } from '../arm/interior-check.ts';
import { distanceToBox } from '../testing/distance-oracle.fixture.ts';
import { moveSteps, routineOf, startCell } from '../testing/fake-cell.fixture.ts';
import { far, home, joint0, near, startMoving } from '../testing/moving-cell.fixture.ts';

const kinematics = createKinematics(defaultArm);
const lathe = { equipmentID: 'lathe', spaceItemID: 'space_lathe' };

/** A box around the flange of the arm at these joints. */
function spaceAround(joints: JointAngles, edge = 0.3): Obstacle {
  const { x, y, z } = kinematics.computeTipPose(joints);
  const pose = { x, y, z, i: 0, j: 0, k: 0, w: 1 };
  return { name: 'Lathe interior', shape: { kind: 'box', size: [edge, edge, edge] }, pose, spaceItemID: 'space_lathe' };
}

type Cell = ReturnType<typeof startCell>;

/** Gives the cell a lathe whose door closes a space, and reports its door. */
async function fitLathe(cell: Cell, space: Obstacle, isOpen = true): Promise<void> {
  cell.interiors.machines = [lathe];
  cell.interiors.objects = [space];
  cell.session.followEquipment(undefined);
  await flushPromises();
  if (isOpen) await cell.session.interiors.report({ ...lathe, isTwin: false, isOpen });
}

const take = (cell: Cell) => cell.clock.runUntilSettled(cell.session.interiors.take({ ...lathe, isTwin: false }), 5000);
const isObstacle = ({ interiors }: Cell) => !interiors.freed.has('space_lathe');

describe('A space behind a door', () => {
  it('becomes an obstacle unless the door was reported as open in the last two seconds', async () => {
    const cell = startCell();
    await fitLathe(cell, spaceAround(far), false);
    expect(isObstacle(cell)).toBe(true);
    const report = (isOpen: boolean) => cell.session.interiors.report({ ...lathe, isTwin: false, isOpen });
    await report(true);
    expect(isObstacle(cell)).toBe(false);
    await cell.clock.advance(1900);
    await report(true);
    await cell.clock.advance(1900);
    expect(isObstacle(cell)).toBe(false);
    await cell.clock.advance(200);
    expect(isObstacle(cell)).toBe(true);
    await report(true);
    await report(false);
    expect(isObstacle(cell)).toBe(true);
  });

  it('stays an obstacle while one of its doors is not open', async () => {
    const cell = startCell();
    await fitLathe(cell, spaceAround(far));
    cell.interiors.machines = [lathe, { ...lathe, equipmentID: 'back door' }];
    cell.session.followEquipment(undefined);
    await flushPromises();
    expect(isObstacle(cell)).toBe(true);
    await cell.session.interiors.report({ isTwin: false, equipmentID: 'back door', isOpen: true });
    expect(isObstacle(cell)).toBe(false);
  });

  it('wakes machines that do not report', async () => {
    const cell = startCell();
    await fitLathe(cell, spaceAround(far), false);
    expect(cell.interiors.woken).toContain('lathe');
    cell.interiors.woken.length = 0;
    await cell.clock.advance(2000);
    expect(cell.interiors.woken).toEqual(['lathe']);
    await cell.session.interiors.report({ ...lathe, isTwin: false, isOpen: true });
    await cell.clock.advance(2000);
    expect(cell.interiors.woken).toHaveLength(1);
  });

  it('ignores the doors of a twin', async () => {
    const cell = startCell();
    await fitLathe(cell, spaceAround(far), false);
    await cell.session.interiors.report({ ...lathe, isTwin: true, isOpen: true });
    expect(isObstacle(cell)).toBe(true);
    expect(await cell.session.interiors.take({ ...lathe, isTwin: true })).toBe(doorMessages.otherRobot);
  });
});

describe('A door that is to close', () => {
  it('makes its space an obstacle for an arm outside', async () => {
    const cell = startCell();
    await fitLathe(cell, spaceAround(far));
    expect(await take(cell)).toBeUndefined();
    expect(isObstacle(cell)).toBe(true);
  });

  it('stays open while the arm, its tool or what it carries is inside', async () => {
    const cell = startCell();
    await cell.clock.advance(10);
    await fitLathe(cell, spaceAround(home));
    expect(await take(cell)).toMatch(/^The door stays open: the .* is in 'Lathe interior'\. Move the arm out first$/);
    expect(isObstacle(cell)).toBe(false);
    const { x, y, z } = kinematics.computeTipPose(home);
    const ahead = spaceAround(home, 0.1);
    await fitLathe(cell, { ...ahead, pose: { ...ahead.pose, x: x + 0.6, y, z } });
    expect(await take(cell)).toBeUndefined();
    cell.interiors.attached = [{ pose: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 }, size: [1.2, 1.2, 1.2] }];
    expect(await take(cell)).toBe(doorMessages.armInside('the tool', 'Lathe interior'));
  });

  it('stays open while the arm is moving in, and closes after it has left', async () => {
    const cell = await startMoving();
    await fitLathe(cell, spaceAround(near, 0.1));
    await cell.clock.advance(300);
    expect(cell.state().motionActivity).toBe('moving');
    expect(await take(cell)).toBe(doorMessages.armComesInside('Lathe interior'));
    await cell.clock.advance(300);
    await fitLathe(cell, spaceAround(home, 0.1));
    expect(await take(cell)).toBeUndefined();
    await cell.clock.advance(4000);
    expect(cell.robot.state.positions).toEqual(far);
  });

  it('stays open while a paused move leads inside', async () => {
    const cell = await startMoving();
    await fitLathe(cell, spaceAround(near, 0.1));
    await cell.clock.advance(300);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(500);
    await cell.session.interiors.report({ ...lathe, isTwin: false, isOpen: true });
    expect(await take(cell)).toBe(doorMessages.armComesInside('Lathe interior'));
  });

  it('stays open while the arm is moved by hand', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    await fitLathe(cell, spaceAround(far));
    expect((await cell.ask('startAntigravity')).ok).toBe(true);
    await cell.clock.advance(100);
    expect(await take(cell)).toBe(doorMessages.armMovesByHand);
  });

  it('stays open without a position of the arm, a known space, or a solid', async () => {
    const cell = startCell();
    await cell.clock.advance(10);
    await fitLathe(cell, spaceAround(far));
    cell.interiors.objects = [];
    expect(await take(cell)).toBe(doorMessages.interiorUnknown);
    cell.interiors.objects = [{ ...spaceAround(far), shape: { kind: 'mesh', stl: '' } }];
    expect(await take(cell)).toBe(doorMessages.interiorNeedsShape('Lathe interior'));
    cell.interiors.objects = [spaceAround(far)];
    cell.interiors.delay = async () => {
      throw new Error('the database does not answer');
    };
    expect(await take(cell)).toBe(doorMessages.sceneNotStored('the database does not answer'));
    cell.robot.cut();
    await cell.clock.advance(10);
    expect(await take(cell)).toBe(doorMessages.positionUnknown);
  });

  it('stops a move that was planned while the door was open, before it starts', async () => {
    const cell = startCell({ routine: routineOf(moveSteps('step_1', [near, far])) });
    await cell.clock.advance(100);
    await fitLathe(cell, spaceAround(far));
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    cell.planner.delayMS = 500;
    expect((await cell.ask('playRoutine')).ok).toBe(true);
    await cell.clock.advance(100);
    expect(await take(cell)).toBeUndefined();
    await cell.clock.advance(4000);
    expect(cell.state()).toMatchObject({
      failure: { kind: 'CollisionFailure', reason: doorMessages.closesOnTheWay('Lathe interior') },
      run: { status: 'failed' },
    });
    expect(joint0(cell)).toBeLessThan(far[0] - 0.5);
  });
});

describe('A door and an arm at random', () => {
  const random = createRandom(7);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const randomJoints = (): JointAngles => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = defaultArm.joints.map(({ limits }) =>
      between(Math.max(limits.lower, -3), Math.min(limits.upper, 3)),
    );
    return [a, b, c, d, e, f];
  };
  const randomPose = (reach: number) => {
    const axis = normalizeVec3([between(-1, 1), between(-1, 1), 1]);
    const turn = quaternionFromAxisAngle(axis, between(-3, 3));
    return makePose([between(-reach, reach), between(-reach, reach), between(-0.5, reach)], turn);
  };
  const randomSpace = (): Obstacle => ({
    name: 'Lathe interior',
    shape: { kind: 'box', size: [between(0.1, 1), between(0.1, 1), between(0.1, 1)] },
    pose: randomPose(1.2),
    spaceItemID: 'space_lathe',
  });
  const randomBoxes = () => {
    const size: [number, number, number] = [between(0.02, 0.3), between(0.02, 0.3), between(0.02, 0.3)];
    return random.next() < 0.5 ? [] : [{ pose: makePose([0, 0, between(0, 0.2)], randomPose(1)), size }];
  };

  it('never closes with a part of the arm inside, and always closes with none near it', async () => {
    const cell = startCell({ isRecorded: false });
    await cell.clock.advance(10);
    let [closed, refused] = [0, 0];
    for (let count = propertyRuns(400, 10_000); count > 0; count -= 1) {
      for (const [joint, angle] of randomJoints().entries())
        cell.robot.push(joint, angle - (cell.robot.state.positions[joint] ?? 0));
      await cell.clock.advance(1);
      const space = randomSpace();
      cell.interiors.objects = [space];
      cell.interiors.attached = randomBoxes();
      const joints = cell.robot.state.positions;
      const refusal = await cell.session.interiors.take({ ...lathe, isTwin: false });
      const distance = distanceToBox(joints, cell.interiors.attached, space);
      if (refusal === undefined) {
        closed += 1;
        expect(distance, JSON.stringify({ joints, space })).toBeGreaterThanOrEqual(interiorMargin - 1e-6);
      } else {
        refused += 1;
        expect(refusal).toContain("is in 'Lathe interior'");
        expect(distance, JSON.stringify({ joints, space })).toBeLessThan(interiorMargin + 0.002);
      }
    }
    expect(Math.min(closed, refused)).toBeGreaterThan(20);
  });

  it('counts the base of the arm, wherever it is in the world', () => {
    const check = new InteriorCheck(defaultArm);
    for (let count = propertyRuns(50, 1000); count > 0; count -= 1) {
      const [joints, space, base, boxes] = [randomJoints(), randomSpace(), randomPose(0.5), randomBoxes()];
      const distance = distanceToBox(joints, boxes, space, base);
      const isInside = check.findInside({ space, boxes, base }, joints) !== undefined;
      if (Math.abs(distance - interiorMargin) > 0.002) expect(isInside).toBe(distance < interiorMargin);
    }
  });
});
