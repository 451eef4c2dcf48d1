import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import { isBlockingProblem } from '@cellwright/domain/routine';
import { distancePoses } from '@cellwright/geometry';
import { inExhaustiveRuns, pickRows } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { SessionClient } from '../src/cli/cell-client.ts';
import { accessArmCell } from './arm-cell.ts';
import { waitForEnd } from './faults/fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './faults/routines.fixture.ts';

const patience = 120_000;
type RobotKind = 'simulated' | 'live';
const kinds = ['simulated', 'live'] as const;

const faults = accessArmCell();
const ids = { left: '', right: '', changer: '' };
const add = async (config: object) => {
  const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  expect(added.status, added.text).toBe(200);
  return equipmentRecordSchema.parse(JSON.parse(added.text)).id;
};
beforeAll(async () => {
  ids.left = await add({ kind: 'OnRobot2FG7', name: 'Left' });
  ids.right = await add({ kind: 'OnRobot2FG14', name: 'Right' });
  const tools = { tool1ID: ids.left, tool2ID: ids.right };
  ids.changer = await add({ kind: 'DualQuickChanger', name: 'Changer', ...tools });
}, 120_000);

const answerSchema = z.object({
  tool: z.object({
    massKg: z.number(),
    activeEnd: z.number().optional(),
    tcp: z.object({ x: z.number(), z: z.number() }),
    ends: z.array(z.object({ end: z.number(), name: z.string() })).optional(),
  }),
});
async function put(robotKind: RobotKind, path: string, body: object) {
  const { status, text } = await faults.call('PUT', `/robots/${robotKind}/${path}`, JSON.stringify(body));
  return { status, text, tool: status === 200 ? answerSchema.parse(JSON.parse(text)).tool : undefined };
}
const live = async (robotKind: RobotKind, id: string): Promise<unknown> =>
  JSON.parse((await faults.call('GET', `/equipment/${id}/state`, undefined, { 'robot-kind': robotKind })).text);

/** Plays a routine and expects no problem and a completed run. */
async function complete(session: SessionClient, file: object): Promise<void> {
  const { routineID, problems } = await faults.cell.client.importRoutine(JSON.stringify(file));
  expect(problems).toEqual([]);
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  const run = await faults.untilRunEnded(runID);
  expect([run.status, run.failure]).toEqual(['completed', null]);
  await waitForEnd(session, runID);
}

/** Returns the joint angles of the arm, rad. */
async function jointsOf(robotKind: RobotKind) {
  const headers = { authorization: `Bearer ${faults.cell.client.adminKey}`, 'robot-kind': robotKind };
  const answer = await fetch(`${faults.cell.url}/api/v1/movement/position/arm`, { headers });
  return z.object({ joint_rotations: jointAnglesSchema }).parse(await answer.json()).joint_rotations;
}

/** Turns the last joint back and forth, grips with either tool, and moves each end to a place. */
const bothEnds = (name: string, pose: object): StepSketch[] => [
  grip(`${name}_left`, ids.left, 0.06),
  move(`${name}_one`, { target: { pose }, tcpOption: 'ee-1' }),
  grip(`${name}_right`, ids.right, 0.08),
  move(`${name}_two`, { target: { pose }, tcpOption: 'ee-2' }),
];
const grip = (id: string, equipmentID: string, diameter: number): StepSketch => ({
  id,
  stepKind: 'ActuateGripper',
  args: { equipmentID, control: 'move', diameter },
});
const move = (id: string, args: object): StepSketch => ({
  id,
  stepKind: 'MoveArmToV2',
  steps: [{ id: `${id}_target`, stepKind: 'Waypoint', args: { ...args } }],
});

inExhaustiveRuns(() => {
  describe('a vacuum gripper and a screwdriver on one changer', () => {
    it.each(kinds)(
      'can hold a part and drive a screw in one routine, each with its own values (%s)',
      async (robotKind) => {
        const cups = await add({ kind: 'OnRobotVG', name: `Cups ${robotKind}` });
        const driver = await add({ kind: 'OnRobotScrewdriver', name: `Driver ${robotKind}` });
        const changer = { kind: 'DualQuickChanger', name: `Grip and screw ${robotKind}` };
        const rack = await add({ ...changer, tool1ID: cups, tool2ID: driver });
        const session = await faults.openReadySession(robotKind);
        await session.send('setTool', { equipmentID: rack });
        const step = (name: string, stepKind: string, args: object) => {
          return { id: `step_${name}_${robotKind}`, stepKind, args: { ...args } };
        };
        const file = sketchFile(`routine_screw_${robotKind}`, [
          step('hold', 'ActuateVacuum', { equipmentID: cups, channels: 'A', suctionA: 0.5 }),
          step('screw', 'ActuateScrewdriver', { equipmentID: driver, screwLength: 10, targetTorque: 2 }),
          step('shank', 'ActuateScrewdriver', { equipmentID: driver, command: 'MOVE_SHANK', shankPosition: 25 }),
        ]);
        await complete(session, file);
        expect(await live(robotKind, cups)).toMatchObject({ gripDetected: true, suction: { A: 0.5 } });
        expect(await live(robotKind, driver)).toMatchObject({
          achievedTorqueNewtonMeters: 2,
          shankPositionMeters: 0.025,
        });
        await session.send('setTool', { equipmentID: ids.changer });
      },
      patience,
    );
  });
});

describe('two grippers on one changer', () => {
  it.each(pickRows(kinds, ['simulated']))(
    'work in one routine, each at the place that is named for its end (%s)',
    async (robotKind) => {
      const session = await faults.openReadySession(robotKind);
      await session.send('setTool', { equipmentID: ids.changer });
      const { pose } = await session.send('forwardKinematics', { jointAngles: [...ready] });
      const file = sketchFile(`routine_both_${robotKind}`, bothEnds(`step_${robotKind}`, pose));
      await complete(session, file);
      expect(await live(robotKind, ids.left)).toMatchObject({ widthMeters: 0.06 });
      expect(await live(robotKind, ids.right)).toMatchObject({ widthMeters: 0.08 });
      // End 2 is at the previous position of end 1, and end 1, whose TCP is still active, is elsewhere.
      const jointAngles = await jointsOf(robotKind);
      const place = async () => (await session.send('forwardKinematics', { jointAngles })).pose;
      expect(distancePoses(await place(), pose).translation).toBeGreaterThan(0.1);
      await session.send('setActiveEnd', { end: 2 });
      expect(distancePoses(await place(), pose).translation).toBeLessThan(0.002);
      await session.send('setActiveEnd', { end: 1 });
    },
    patience,
  );

  inExhaustiveRuns(() => {
    it(
      'can press a button with the named end and detect its contact while the other end is active',
      async () => {
        const session = await faults.openReadySession('simulated');
        await session.send('setTool', { equipmentID: ids.changer });
        await session.send('setActiveEnd', { end: 1 });
        const { pose } = await session.send('forwardKinematics', { jointAngles: [...ready] });
        const top = pose.z - 0.01;
        const size: [number, number, number] = [0.04, 0.04, 0.1];
        const place = { x: pose.x, y: pose.y, z: top - size[2] / 2, i: 0, j: 0, k: 0, w: 1 };
        const button = {
          name: 'button',
          pose: place,
          shape: { kind: 'box', size },
          stiffness: 20_000,
          damping: 0,
        } as const;
        await session.send('setContactSurfaces', { surfaces: [button] });
        const press = (id: string, tcpOption: string): StepSketch => ({
          id,
          stepKind: 'PressButton',
          args: {
            prePressPosition: { target: { pose } },
            pressPosition: { target: { pose: { ...pose, z: pose.z - 0.03 } } },
            tcpOption,
          },
        });
        const file = sketchFile('routine_button', [press('step_button_two', 'ee-2')]);
        await complete(session, file);
        const { contactForce, completedCount } = session.state.steps.step_button_two?.variables ?? {};
        expect(completedCount).toBe(1);
        // It stops at a force of 30 N: the simulated button would apply 400 N at the taught position.
        expect(Number(contactForce)).toBeGreaterThanOrEqual(25);
        expect(Number(contactForce)).toBeLessThan(60);
        // Back at its start, with end 2.
        const jointAngles = await jointsOf('simulated');
        await session.send('setActiveEnd', { end: 2 });
        const back = (await session.send('forwardKinematics', { jointAngles })).pose;
        expect(distancePoses(back, pose).translation).toBeLessThan(0.002);
        await session.send('setActiveEnd', { end: 1 });
        await session.send('setContactSurfaces', { surfaces: [] });
      },
      patience,
    );
  });

  it.each(pickRows(kinds, ['simulated']))(
    'select an end: the TCP is that of the active one, the mass that of all (%s)',
    async (robotKind) => {
      const first = await put(robotKind, 'tool', { equipmentID: ids.changer });
      expect(first.tool, first.text).toMatchObject({ activeEnd: 1, ends: [{ name: 'Left' }, { name: 'Right' }] });
      const second = await put(robotKind, 'tool/active-end', { end: 2 });
      expect(second.tool?.activeEnd).toBe(2);
      expect(second.tool?.tcp.x).toBeLessThan(-0.1);
      expect(first.tool?.tcp.x).toBeGreaterThan(0.1);
      // 0.41 kg of the changer, and both grippers.
      expect(second.tool?.massKg).toBeGreaterThan(2);
      const third = await put(robotKind, 'tool/active-end', { end: 3 });
      expect([third.status, third.text]).toEqual([400, expect.stringContaining('The flange has no end 3')]);
      await put(robotKind, 'tool/active-end', { end: 1 });
    },
    patience,
  );

  it(
    'cannot be used elsewhere: as the tool of a flange, on a second changer, or after one is deleted',
    async () => {
      const carried = messages.toolIsCarried('Left', 'Changer', 1);
      expect((await put('simulated', 'tool', { equipmentID: ids.left })).text).toContain(carried);
      const config = { kind: 'DualQuickChanger', name: 'Second', tool2ID: ids.left };
      const added = await faults.call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
      expect([added.status, added.text]).toEqual([409, expect.stringContaining(carried)]);
      const spare = await add({ kind: 'OnRobot2FG14', name: 'Spare' });
      await add({ kind: 'DualQuickChanger', name: 'Rack', tool2ID: spare });
      const removed = await faults.call('DELETE', `/equipment/${spare}`);
      expect(removed.text).toContain(messages.equipmentIsUsedBy('Spare', "'Rack' (end 2)"));
    },
    patience,
  );

  it(
    'have their own ranges: a width of the other one is refused by name before anything moves',
    async () => {
      const wide = (equipmentID: string) => ({ equipmentID, diameter: 0.1, force: 50 });
      const steps = [
        { id: 'step_wide_left', stepKind: 'ActuateGripper', args: wide(ids.left) },
        { id: 'step_wide_right', stepKind: 'ActuateGripper', args: wide(ids.right) },
        { id: 'step_wide_any', stepKind: 'ActuateGripper', args: { diameter: 0.1, force: 50 } },
      ];
      const { problems } = await faults.cell.client.importRoutine(JSON.stringify(sketchFile('routine_wide', steps)));
      const outside = { fieldId: 'diameter', message: messages.outsideGripperRange('Width', '100', '35 to 85 mm') };
      const unclear = { fieldId: 'equipmentID', message: 'Choose a gripper: the cell has more than one' };
      const blocking = problems.filter(isBlockingProblem);
      expect(blocking).toMatchObject([
        { stepID: 'step_wide_left', ...outside },
        { stepID: 'step_wide_any', ...unclear },
      ]);
      expect(blocking).toHaveLength(2);
    },
    patience,
  );

  it(
    'have no third end: a routine that names one is refused before anything moves',
    async () => {
      const target = { jointAngles: [...ready] };
      const file = sketchFile('routine_third', [move('step_third', { target, tcpOption: 'ee-3' })]);
      const { problems } = await faults.cell.client.importRoutine(JSON.stringify(file));
      expect(problems).toMatchObject([{ fieldId: 'tcpOption', message: messages.tcpNotAvailable('ee-3') }]);
    },
    patience,
  );
});
