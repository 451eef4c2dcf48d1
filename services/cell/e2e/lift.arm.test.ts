import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessArmCell } from './arm-cell.ts';
import { ready, type StepSketch, sketchFile } from './faults/routines.fixture.ts';

const patience = 60_000;
/** Height of the base of an arm on a retracted column with this stroke, m. */
const lowest = 0.725;

const faults = accessArmCell();
let liftID = '';
beforeAll(async () => {
  const config = { kind: 'Lift', name: 'Column', stroke: 700 };
  const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  liftID = equipmentRecordSchema.parse(JSON.parse(added.text)).id;
}, 120_000);

type RobotKind = 'simulated' | 'live';
const moveLift = (id: string, target: number, speed = 1): StepSketch => ({
  id,
  stepKind: 'MoveVerticalLift',
  args: { target, speed },
});
const moveArm = (id: string, turn: number): StepSketch => ({
  id,
  stepKind: 'MoveArmToV2',
  steps: [
    {
      id: `${id}_target`,
      stepKind: 'Waypoint',
      args: { target: { jointAngles: [turn, ...ready.slice(1)] } },
    },
  ],
});

async function load(robotKind: RobotKind, id: string, steps: readonly StepSketch[]) {
  const { routineID, problems } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile(id, steps)));
  expect(problems).toEqual([]);
  const session = await faults.openReadySession(robotKind);
  await session.send('loadRoutine', { routineID });
  return session;
}

async function heightOf(robotKind: RobotKind): Promise<unknown> {
  const { text } = await faults.call('GET', `/equipment/${liftID}/state`, undefined, { 'robot-kind': robotKind });
  return JSON.parse(text);
}

describe('arm on a lift', () => {
  it.each(pickRows(['simulated', 'live'] as const, ['simulated']))(
    'has the height set by a step in the following moves (%s)',
    async (robotKind) => {
      const session = await load(robotKind, `routine_lift_${robotKind}`, [
        moveLift('step_up', 0.2),
        moveArm('step_high', 0.3),
        moveLift('step_down', 0.05),
        moveArm('step_low', 0),
      ]);
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      const run = await faults.untilRunEnded(runID);
      expect([run.status, run.failure]).toEqual(['completed', null]);
      await expect.poll(() => session.state.base.z).toBeCloseTo(lowest + 0.05, 6);
      expect(await heightOf(robotKind)).toMatchObject({ connected: true, heightMeters: 0.05 });
    },
    patience,
  );

  it(
    'does not move while the lift does, and the lift stops with a stop',
    async () => {
      const session = await load('simulated', 'routine_long_way', [moveLift('step_long', 0.7, 0.1)]);
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      await expect.poll(() => heightOf('simulated')).toMatchObject({ status: 'busy' });
      await session.send('stop', {});
      expect((await faults.untilRunEnded(runID)).status).toBe('stopped');
      await expect.poll(() => heightOf('simulated')).toMatchObject({ status: 'idle' });
      expect(await heightOf('simulated')).not.toMatchObject({ heightMeters: 0.7 });
    },
    patience,
  );

  it(
    'waits while the safeguard is open and continues to its height when the run is resumed',
    async () => {
      const session = await load('simulated', 'routine_guarded', [moveLift('step_guarded', 0.7, 0.5)]);
      const safeguard = (level: 'low' | null) =>
        Promise.all(['Safeguard 1', 'Safeguard 2'].map((name) => session.send('forceInput', { name, level })));
      const { runID } = await session.send('playRoutine', { isConfirmed: true });
      await expect.poll(() => heightOf('simulated')).toMatchObject({ status: 'busy' });
      await safeguard('low');
      await expect.poll(() => heightOf('simulated')).toMatchObject({ status: 'idle' });
      await session.waitFor(({ isPaused }) => isPaused);
      expect(await heightOf('simulated')).not.toMatchObject({ heightMeters: 0.7 });
      await safeguard(null);
      await session.waitFor(({ safety }) => !safety.isSafeguardOpen);
      await session.send('resumeRoutine', {});
      const run = await faults.untilRunEnded(runID);
      expect([run.status, run.failure]).toEqual(['completed', null]);
      expect(await heightOf('simulated')).toMatchObject({ heightMeters: 0.7 });
      await expect.poll(() => session.state.base.z).toBeCloseTo(lowest + 0.7, 6);
    },
    patience,
  );

  it(
    "refuses a height outside the lift's range before anything moves",
    async () => {
      const file = JSON.stringify(sketchFile('routine_too_high', [moveLift('step_too_high', 0.8)]));
      expect((await faults.cell.client.importRoutine(file)).problems).toMatchObject([
        { fieldId: 'target', message: messages.outsideDeviceRange('lift', 'Height', '800', '0 to 700 mm') },
      ]);
    },
    patience,
  );
});
