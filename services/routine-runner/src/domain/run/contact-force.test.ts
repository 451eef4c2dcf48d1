import type { ForceSample } from '@cellwright/equipment/capabilities';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { type Cell, far, home, joint0, near } from '../testing/moving-cell.fixture.ts';

const line = (id: string, jointAngles: readonly number[]) =>
  step(id, 'MoveArmTo', { motionKind: 'line', target: { jointAngles } });
/** A push at 55 % with 70 N. */
const push = [step('step_1', 'PushMode', { forcePercent: 55 }), line('step_1.1', far), line('step_1.2', home)];

const newtons = (z: number): ForceSample => ({ ok: true, force: [0, 0, -z], torque: [0, 0, 0] });

/** Starts a cell with a sensor that measures `force` at the position of the arm, every 20 ms, until it is silenced. */
async function startPushing(force: (joint: number) => ForceSample | undefined, steps = push): Promise<Cell> {
  const cell = startCell({ routine: routineOf(steps) });
  cell.forceSensor.choice = { equipmentID: 'hex', name: 'HEX-E' };
  cell.forceSensor.onFollowed = (tell) => {
    const measure = () => {
      if (!cell.forceSensor.followers.has(tell)) return;
      const sample = force(joint0(cell) ?? 0);
      if (sample) tell(sample);
      cell.clock.schedule(20, measure);
    };
    cell.clock.schedule(1, measure);
  };
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  return cell;
}

/** A wall where joint 0 is at 0.5 rad: 1000 N for each radian behind it. */
const wall = (joint: number) => newtons(Math.max(0, joint - 0.5) * 1000);

describe('a push in a cell with a force sensor', () => {
  it("ends at the force that the sensor measures, regardless of the arm's estimate, and the next move leaves the contact", async () => {
    const cell = await startPushing(wall);
    const reached: number[] = [];
    await cell.clock.advance(1000);
    reached.push(joint0(cell) ?? 0);
    expect(cell.state().steps).toMatchObject({ step_1: { variables: { isInContact: true } } });
    expect(Number(cell.state().steps.step_1?.variables.contactForce)).toBeGreaterThanOrEqual(70);
    await cell.clock.advance(5000);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'completed' } });
    expect(cell.state().steps).toMatchObject({ step_1: { variables: { isInContact: false, contactForce: 0 } } });
    expect(joint0(cell)).toBeCloseTo(home[0], 3);
    expect(Math.max(...reached)).toBeLessThan(1);
    expect(cell.forceSensor.followers.size).toBe(0);
  });

  it('lets the arm end it by itself only at twice the force', async () => {
    const cell = await startPushing(() => newtons(0));
    await cell.clock.advance(200);
    cell.robot.touchesAt = 0.5;
    await cell.clock.advance(5000);
    const told = cell.robot.log.filter(({ kind }) => kind === 'motionStarted');
    expect(told.length).toBeGreaterThan(0);
    expect(cell.robot.state.toolWrench).toEqual([0, 0, 140, 0, 0, 0]);
  });

  it('does not start without a measurement of the sensor, and names it', async () => {
    const cell = await startPushing(() => undefined);
    await cell.clock.advance(5000);
    expect(joint0(cell)).toBe(home[0]);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: {
        kind: 'ExecutionFailure',
        reason: expect.stringContaining("The force sensor 'HEX-E' does not measure"),
      },
    });
  });

  it.each<[string, ForceSample | undefined, string]>([
    ['falls silent', undefined, 'it has said nothing for 250 ms'],
    ['says that it is lost', { ok: false, problem: 'no connection' }, 'no connection'],
  ])('stops when the sensor %s, with the failure that says so', async (_, then, why) => {
    const cell = await startPushing((joint) => (joint > 0.3 ? then : newtons(0)));
    await cell.clock.advance(5000);
    const stoppedAt = joint0(cell) ?? 0;
    expect(stoppedAt).toBeGreaterThan(0.3);
    expect(stoppedAt).toBeLessThan(1);
    expect(cell.state()).toMatchObject({
      kind: 'Failure',
      failure: { kind: 'ExecutionFailure', stepPath: '1.1', reason: expect.stringContaining(why) },
      run: { status: 'failed' },
    });
    await cell.clock.advance(5000);
    expect(joint0(cell)).toBe(stoppedAt);
  });

  it('can be stopped as usual, and stops following the sensor', async () => {
    const cell = await startPushing(() => newtons(0));
    await cell.clock.advance(500);
    await cell.ask('stop');
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
    expect(cell.forceSensor.followers.size).toBe(0);
  });

  it('continues after a pause, and still ends in contact', async () => {
    const cell = await startPushing(wall);
    await cell.clock.advance(300);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(1000);
    const paused = joint0(cell);
    await cell.clock.advance(1000);
    expect(joint0(cell)).toBe(paused);
    await cell.ask('resumeRoutine');
    await cell.clock.advance(8000);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' } });
  });

  it('presses a button with the force of the sensor', async () => {
    const press = {
      prePressPosition: { target: { jointAngles: near } },
      pressPosition: { target: { jointAngles: far } },
      pressForce: 40,
    };
    const cell = await startPushing(
      (joint) => newtons(Math.max(0, joint - 1.2) * 1000),
      [step('step_1', 'PressButton', press)],
    );
    await cell.clock.advance(15_000);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' } });
    const { completedCount, contactForce } = cell.state().steps.step_1?.variables ?? {};
    expect(completedCount).toBe(1);
    expect(Number(contactForce)).toBeGreaterThanOrEqual(40);
    expect(Number(contactForce)).toBeLessThan(400);
  });
});

describe('a push in a cell without a force sensor', () => {
  it('ends at the force that the arm estimates', async () => {
    const cell = startCell({ routine: routineOf(push) });
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    cell.robot.touchesAt = 0.5;
    await cell.clock.advance(1000);
    expect(cell.robot.state.toolWrench[2]).toBeCloseTo(70, 9);
  });
});
