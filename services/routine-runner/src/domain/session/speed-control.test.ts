import { factorySpeedProfiles, type SpeedProfile } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { far, near, startIdle, startMoving } from '../testing/moving-cell.fixture.ts';

const [, , standard] = factorySpeedProfiles;
if (!standard) throw new Error('there is no default profile');
const glass: SpeedProfile = {
  ...standard,
  id: 'speedProfile_glass',
  name: 'Glass',
  factoryPreset: 'none',
  maxJointSpeeds: [0.4, 0.4, 0.4, 0.4, 0.4, 0.4],
  maxJointAccelerations: [1, 1, 1, 1, 1, 1],
  maxTooltipSpeed: 0.5,
  maxTooltipAcceleration: 2,
  jerkLimit: 8,
  collisionThresholds: [9, 9, 9, 9, 9, 9],
  baseVelocityScaling: 0.5,
  baseAccelerationScaling: 0.5,
  scalingFactor: 0.5,
};
const armSpeeds = [4.7, 4.7, 5, 6.8, 6.8, 6.8];
const all = (value: number) => Array.from({ length: 6 }, () => value);

describe('speed profiles', () => {
  it('limit every plan of a routine, from the default one on', async () => {
    const cell = await startMoving();
    await cell.clock.advance(100);
    expect(cell.planner.requests[0]?.limits).toMatchObject({ maxJointSpeeds: armSpeeds, maxTooltipSpeed: 3 });
    expect(cell.state().speedProfile).toMatchObject({ id: 'default', jerkLimit: null });
  });

  it('reach the plan with every field, its scalings applied, and the controller with its forces', async () => {
    const cell = await startIdle();
    cell.library.speedProfiles.set(glass.id, glass);
    expect(await cell.ask('changeRoutineSpeedProfile', { speedProfileID: glass.id })).toMatchObject({
      ok: true,
      result: { speedProfile: { id: glass.id, name: 'Glass', factoryPreset: 'none', jerkLimit: null } },
    });
    expect(cell.state().speedProfile.name).toBe('Glass');
    await cell.ask('moveToJointSpacePoint', { jointAngles: near, isHeld: false });
    expect(cell.planner.requests.at(-1)?.limits).toEqual({
      maxJointSpeeds: all(0.1),
      maxJointAccelerations: all(0.5),
      maxJointJerks: all(8),
      maxTooltipSpeed: 0.125,
      maxTooltipAcceleration: 1,
    });
    const forces = { maxTorques: glass.maxJointTorques, collisionThresholds: glass.collisionThresholds };
    expect(cell.robot.settings.filter(({ kind }) => kind === 'forces').at(-1)?.value).toEqual(forces);
  });

  it('with tablet safety move at slow speed', async () => {
    const cell = await startIdle();
    cell.library.speedProfiles.set('slow', { ...standard, id: 'slow', tabletSafetyEnabled: true });
    await cell.ask('changeRoutineSpeedProfile', { speedProfileID: 'slow' });
    const { limits } = cell.session.core.speed;
    expect(limits.maxJointSpeeds?.[0]).toBeCloseTo(0.47, 9);
    expect(limits.maxJointAccelerations?.[0]).toBeCloseTo(0.06 * 1.8, 9);
    expect(limits.maxTooltipSpeed).toBeCloseTo(0.3, 9);
  });

  it('apply from the next move on when they change during a run', async () => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    const planned = cell.planner.requests.length;
    expect((await cell.ask('changeRoutineSpeedProfile', { speedProfileID: 'safest' })).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests).toHaveLength(planned);
    await cell.ask('playRoutine');
    await cell.clock.advance(100);
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
    expect(cell.planner.requests.at(-1)?.limits?.maxJointSpeeds?.[0]).toBeCloseTo(0.47, 9);
  });

  it('never raise the requested or allowed limits of a manual motion', async () => {
    const cell = await startIdle();
    const maxJointSpeeds = [0.1, 9, 9, 9, 9, 9];
    void cell.send('moveToJointSpacePoint', { jointAngles: near, commandID: 'held', maxJointSpeeds });
    await cell.clock.advance(50);
    expect(cell.planner.requests.at(-1)?.limits).toMatchObject({ maxTooltipSpeed: 0.25 });
    expect(cell.planner.requests.at(-1)?.limits?.maxJointSpeeds?.slice(0, 2)).toEqual([0.1, 4.7]);
  });

  it('accept another jerk limit until another profile is chosen, and report the allowed values', async () => {
    const cell = await startIdle();
    await cell.ask('setJerkLimit', { jerkLimit: 5 });
    expect(cell.state().speedProfile.jerkLimit).toBe(5);
    expect(await cell.ask('getGlobalSpeedLimits')).toMatchObject({
      result: {
        arm: { maxJointSpeeds: armSpeeds, maxTooltipSpeed: null },
        active: { maxJointSpeeds: armSpeeds, maxJointJerks: all(5), maxTooltipSpeed: 3, maxJointTorques: all(400) },
      },
    });
    await cell.ask('changeRoutineSpeedProfile', { speedProfileID: 'faster' });
    expect(cell.state().speedProfile).toMatchObject({ id: 'faster', jerkLimit: null });
    for (const jerkLimit of [0, -1, 20_000]) {
      expect(await cell.ask('setJerkLimit', { jerkLimit })).toMatchObject({ ok: false });
    }
  });

  it('cause an error if they do not exist, and the previous one stays', async () => {
    const cell = await startIdle();
    expect(await cell.ask('changeRoutineSpeedProfile', { speedProfileID: 'warp' })).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: 'There is no speed profile warp' },
    });
    expect(cell.state().speedProfile.id).toBe('default');
  });

  it('outlive the runner', async () => {
    const cell = startCell({ isConnected: false });
    cell.speedChoice.current = { profile: glass, jerkLimit: 4 };
    await cell.session.begin();
    expect(cell.state().speedProfile).toMatchObject({ id: glass.id, jerkLimit: 4 });
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(10);
    expect(cell.robot.settings.some(({ kind }) => kind === 'forces')).toBe(true);
  });
});
