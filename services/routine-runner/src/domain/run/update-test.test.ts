import { type JointAngles, updateTestRoutineID } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { accept } from '../answer.ts';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { createUpdateTest, withUpdateTest } from './update-test.ts';

const signal = new AbortController().signal;
const joints: JointAngles = [0.1, -0.2, 1.5, 0, -1.4, 0.3];
const stored = routineOf([step('step_1', 'Wait', { milliseconds: 1 })]);

describe('The built-in test routine of software updates', () => {
  it('plays to its end and leaves the arm where it was', async () => {
    const cell = startCell({ routine: createUpdateTest(joints) });
    await cell.clock.advance(100);
    expect((await cell.ask('loadRoutine', { routineID: updateTestRoutineID })).ok).toBe(true);
    expect((await cell.ask('playRoutine', { isConfirmed: true })).ok).toBe(true);
    await cell.clock.advance(60_000);
    expect(cell.state().run?.status).toBe('completed');
    expect(cell.session.core.arm.joints?.map((angle) => angle.toFixed(4))).toEqual(
      joints.map((angle) => angle.toFixed(4)),
    );
  });

  it.each([3.1, 0.3, 0, -0.3, -3.1])('turns the last joint towards the middle of its range from %d rad', (last) => {
    const [a, b, c, d, e] = joints;
    const { program } = createUpdateTest([a, b, c, d, e, last]);
    const [first, , back] = program.steps.map(({ args }) => args.target);
    expect(back).toEqual({ jointAngles: [a, b, c, d, e, last] });
    const turned = Reflect.get(Object(first), 'jointAngles')[5];
    expect(Math.abs(turned)).toBeLessThanOrEqual(Math.max(Math.abs(last), 0.02));
    expect(Math.abs(turned - last)).toBeCloseTo(0.02);
  });
});

describe('A source of routines with it', () => {
  const programs = {
    load: async () => accept(stored),
    findSpeedProfile: async () => undefined,
    findSpaceItem: async () => undefined,
    saveGlobalVariable: async () => undefined,
  };

  it('returns it by its id, and stored routines by theirs', async () => {
    const source = withUpdateTest(programs, () => joints);
    expect(await source.load(updateTestRoutineID, 0, signal)).toEqual(accept(createUpdateTest(joints)));
    expect(await source.load('routine_1', 0, signal)).toEqual(accept(stored));
  });

  it('refuses it while the position of the arm is unknown', async () => {
    const source = withUpdateTest(programs, () => undefined);
    expect(await source.load(updateTestRoutineID, 0, signal)).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable' },
    });
  });
});
