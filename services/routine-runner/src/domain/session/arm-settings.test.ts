import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { startIdle } from '../testing/moving-cell.fixture.ts';

const red = { red: 255, green: 0, blue: 0 };

describe('settings of the arm itself', () => {
  it('shows colours on the LEDs of the ring, and refuses invalid colours and LEDs', async () => {
    const cell = await startIdle();
    expect((await cell.ask('setLEDPattern', { pattern: { kind: 'solid', color: red } })).ok).toBe(true);
    expect(cell.state().leds).toHaveLength(48);
    expect(new Set(cell.state().leds)).toEqual(new Set(['#ff0000']));
    await cell.ask('setLEDPattern', { pattern: { kind: 'ring', leds: [{ index: 47, color: red }] } });
    expect([cell.state().leds[0], cell.state().leds[47]]).toEqual(['#000000', '#ff0000']);
    await cell.ask('setLEDPattern', { pattern: { kind: 'off' } });
    expect(cell.state().leds).toEqual([]);
    for (const pattern of [
      { kind: 'solid', color: { ...red, red: 256 } },
      { kind: 'ring', leds: [{ index: 48, color: red }] },
      { kind: 'rainbow' },
    ]) {
      expect(await cell.ask('setLEDPattern', { pattern })).toMatchObject({
        ok: false,
        error: { code: 'request_failed_validation' },
      });
    }
  });

  it('releases the brake of one joint and shows it', async () => {
    const cell = await startIdle();
    expect(await cell.ask('unbrakeJoint', { joint: 2 })).toMatchObject({ result: { unbrakedJoints: [2] } });
    expect(cell.state().unbrakedJoints).toEqual([2]);
    await cell.ask('unbrakeJoint', { joint: 2, isUnbraked: false });
    expect(cell.state().unbrakedJoints).toEqual([]);
    expect((await cell.ask('unbrakeJoint', { joint: 6 })).ok).toBe(false);
  });

  it('stores the joint resistance of guided mode, and sends it to a controller that reconnects', async () => {
    const cell = await startIdle();
    const joints = Array.from({ length: 6 }, (_, joint) => ({
      isEnabled: joint > 2,
      maxSpeed: joint === 5 ? 0.3 : null,
    }));
    expect((await cell.ask('setAntigravityConfigs', { joints })).ok).toBe(true);
    expect(await cell.ask('getAntigravityConfigs')).toMatchObject({ result: { joints } });
    expect(cell.state().antigravity.joints).toEqual(joints);
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.robot.settings.at(-1)).toEqual({ kind: 'guidedJoints', value: joints });
    expect((await cell.ask('setAntigravityConfigs', { joints: joints.slice(1) })).ok).toBe(false);
  });

  it('hands the arm to ROS until it is taken back or the brakes engage', async () => {
    const cell = await startIdle({ hasROSBridge: true });
    expect(await cell.ask('setROSControlEnabled', { isEnabled: true })).toMatchObject({ result: { isEnabled: true } });
    expect(await cell.ask('jog', { jogKind: 'joint', velocities: [1, 0, 0, 0, 0, 0], commandID: 'j' })).toMatchObject({
      ok: false,
      error: { code: 'robot_not_idle', message: expect.stringContaining('ROS controls the arm') },
    });
    await cell.ask('setBrakes', { state: 'engaged' });
    expect(cell.state().isROSControlEnabled).toBe(false);
    expect(await cell.ask('setROSControlEnabled', { isEnabled: true })).toMatchObject({
      ok: false,
      error: { code: 'cannot_change_ros_state' },
    });
  });

  it('hands the arm to no other commander without a ROS bridge', async () => {
    const cell = await startIdle();
    expect(await cell.ask('setROSControlEnabled', { isEnabled: true })).toMatchObject({ result: { isEnabled: true } });
    expect(cell.state().isROSControlEnabled).toBe(true);
    const jog = { jogKind: 'joint', velocities: [1, 0, 0, 0, 0, 0], commandID: 'j' } as const;
    expect((await cell.ask('jog', jog)).ok).toBe(true);
  });

  it('plays faults on a simulated robot or a twin, with bounds', async () => {
    const cell = await startIdle();
    expect((await cell.ask('injectFault', { fault: 'powerBoard' })).ok).toBe(true);
    expect(cell.robot.settings.at(-1)?.value).toEqual({ fault: 'powerBoard', joint: 0, size: 0 });
    expect((await cell.ask('injectFault', { fault: 'lightning' })).ok).toBe(false);
  });

  it('sends contact surfaces to a simulated robot, and to a controller that reconnects', async () => {
    const cell = await startIdle();
    const table = { name: 'table', pose: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 }, shape: { kind: 'plane' } };
    const surfaces = [{ ...table, stiffness: 20_000, damping: 0 }];
    expect(await cell.ask('getContactSurfaces')).toMatchObject({ result: { surfaces: [] } });
    expect(await cell.ask('setContactSurfaces', { surfaces: [{ ...table, stiffness: 20_000 }] })).toMatchObject({
      result: { surfaces },
    });
    expect(await cell.ask('getContactSurfaces')).toMatchObject({ result: { surfaces } });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    const told = cell.robot.settings.filter(({ kind }) => kind === 'contactSurfaces').map(({ value }) => value);
    expect(told).toEqual([surfaces, surfaces]);
    for (const wrong of [
      { stiffness: 0 },
      { stiffness: 1, shape: { kind: 'sphere' } },
      { stiffness: 1, damping: -1 },
    ]) {
      expect((await cell.ask('setContactSurfaces', { surfaces: [{ ...table, ...wrong }] })).ok).toBe(false);
    }
  });

  it('commands a device by its capability', async () => {
    const cell = startCell();
    await cell.clock.advance(100);
    const command = {
      control: 'move',
      widthMeters: 0.02,
      direction: 'inward',
      toleranceMeters: 0.001,
      waitForGrip: true,
    };
    expect(await cell.ask('executeDeviceCommand', { equipmentID: 'gripper', command })).toMatchObject({
      ok: true,
      result: { capability: 'gripper', outcome: { gripDetected: true } },
    });
    expect((await cell.ask('executeDeviceCommand', { equipmentID: 'gripper', command: { control: 'dance' } })).ok).toBe(
      false,
    );
  });

  it('reports that a pose is out of reach', async () => {
    const cell = await startIdle();
    const pose = { x: 9, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
    expect(await cell.ask('getJointAnglesForCartesianSpacePose', { pose })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('out of reach') },
    });
    expect(await cell.ask('getJointAnglesForCartesianSpacePose', { pose, tcpOption: 'wristCamera' })).toMatchObject({
      ok: false,
      error: { message: "The TCP 'wristCamera' is not available on this cell" },
    });
  });
});
