import { makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { near, startIdle, startMoving } from '../testing/moving-cell.fixture.ts';

const raised = makePose([0, 0, 0.4], { i: 0, j: 0, k: 0, w: 1 });
/** Hung on a wall: the base's z is the world's x. */
const onWall = makePose([0, 0, 1], quaternionFromEulerDegrees([0, 90, 0]));

describe('the base of the arm', () => {
  it('comes from the custom base of the cell, before anything moves', async () => {
    const cell = await startIdle();
    cell.base.current = raised;
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false })).toMatchObject({ ok: true });
    expect(cell.state().base).toEqual(raised);
    expect(cell.base.inScene.at(-1)).toEqual(raised);
  });

  it('follows changes of the equipment', async () => {
    const cell = await startIdle();
    cell.base.current = raised;
    cell.session.followEquipment('lift');
    await cell.clock.advance(1);
    expect(cell.state().base).toEqual(raised);
  });

  it('rotates directions given along the axes of the world', async () => {
    const cell = await startIdle();
    cell.base.current = onWall;
    const move = { frame: 'world', translation: [0, 0, 0.1], rotation: [0, 0, 0], isHeld: false };
    await cell.ask('moveToolRelative', move);
    await cell.ask('moveToolRelative', { ...move, frame: 'robotArm' });
    const [along, straight] = cell.planner.requests.slice(-2).map(({ targets: [first] }) => first?.target);
    if (!along || !straight || !('pose' in along) || !('pose' in straight)) throw new Error('Two lines were asked for');
    // Up in the world is along −x of a base that looks out of the wall.
    expect(straight.pose.z - along.pose.z).toBeCloseTo(0.1, 9);
    expect(straight.pose.x - along.pose.x).toBeCloseTo(0.1, 9);
  });

  it('pauses a run when it moves, and allows continuing only from its former pose', async () => {
    const cell = await startMoving();
    cell.base.current = raised;
    cell.session.followEquipment('lift');
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ isPaused: true });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      error: { message: expect.stringContaining('The base of the arm was moved since the pause') },
    });
    cell.base.current = undefined;
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: true });
  });

  it('blocks the arm while the equipment service does not answer', async () => {
    const cell = await startIdle();
    cell.equipment.findBase = () => Promise.reject(new Error('away'));
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false })).toMatchObject({
      error: { code: 'unavailable', message: expect.stringContaining('did not send the position of the base') },
    });
  });
});
