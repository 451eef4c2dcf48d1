import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { change, far, startMoving, toolOf } from '../testing/moving-cell.fixture.ts';

const old = toolOf('equipment_1', 0.18);
const young = toolOf('equipment_2', 0.2);

async function startWith(...tools: (typeof old)[]) {
  const cell = startCell({ isConnected: false });
  for (const tool of tools) cell.devices.set(tool.equipmentID ?? '', tool);
  cell.session.attach(cell.robot.connect());
  await cell.clock.advance(100);
  return cell;
}

describe('the first choice of a tool', () => {
  it('takes the only tool of the cell, and is stored', async () => {
    const cell = await startWith(old);
    expect(cell.state().tool).toMatchObject({ equipmentID: 'equipment_1', tcp: { z: 0.18 }, massKg: 1.1 });
    expect([cell.chosen.equipmentID, cell.onFlange]).toEqual(['equipment_1', ['equipment_1']]);
  });

  it('takes the oldest of several, with a log entry', async () => {
    const cell = await startWith(young, old);
    expect(cell.state().tool.equipmentID).toBe('equipment_1');
    expect(cell.warnings.join()).toContain('the oldest was taken. Choose another tool for the flange');
  });

  it('ignores disabled tools, and waits while there is none', async () => {
    const cell = startCell({ isConnected: false });
    cell.devices.set('equipment_1', old);
    cell.equipment.listTools = async () => [{ equipmentID: 'equipment_1', name: 'Old', isEnabled: false }];
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    expect([cell.state().tool.equipmentID, cell.chosen.equipmentID]).toEqual([null, undefined]);
    cell.equipment.listTools = async () => [{ equipmentID: 'equipment_1', name: 'Old', isEnabled: true }];
    await cell.session.tools.follow('equipment_1');
    expect(cell.state().tool.equipmentID).toBe('equipment_1');
  });
});

describe('the tool on the flange', () => {
  it('stays when other devices are added, renamed or saved', async () => {
    const cell = await startWith(old);
    await change(cell, young);
    await change(cell, { ...young, name: 'Newest' });
    expect(cell.state().tool).toMatchObject({ equipmentID: 'equipment_1', tcp: { z: 0.18 } });
  });

  it('keeps its description when the device is disabled', async () => {
    const cell = await startWith(old);
    cell.equipment.listTools = async () => [{ equipmentID: 'equipment_1', name: 'Old', isEnabled: false }];
    await change(cell, toolOf('equipment_1', 0.17));
    expect(cell.state().tool.tcp.z).toBe(0.17);
  });

  it('follows setTool, for the next motion and for the controller', async () => {
    const cell = await startWith(old, young);
    expect(await cell.ask('setTool', { equipmentID: 'equipment_2' })).toMatchObject({
      ok: true,
      result: { tool: { equipmentID: 'equipment_2', tcp: { z: 0.2 } } },
    });
    await cell.ask('moveToJointSpacePoint', { jointAngles: far, isHeld: false });
    expect(cell.planner.requests.at(-1)?.tool).toEqual(young);
    expect(cell.robot.state.toolName).toBe('Tool equipment_2');
    expect([cell.chosen.equipmentID, cell.onFlange.at(-1)]).toEqual(['equipment_2', 'equipment_2']);
  });

  it('sends its mass and centre of gravity to the controller, again after a change, and keeps the payload', async () => {
    const cell = await startWith(old);
    const told = () => cell.robot.settings.filter(({ kind }) => kind === 'tool').at(-1)?.value;
    await cell.ask('setRobotPayload', { mass: 3.25 });
    expect(told()).toMatchObject({ massKg: 1.1, centreOfGravity: old.centreOfGravity });
    await change(cell, { ...old, centreOfGravity: [0, 0.01, 0.12] });
    expect(told()).toMatchObject({ massKg: 1.1, centreOfGravity: [0, 0.01, 0.12] });
    expect([cell.state().payload.mass, cell.robot.state.payloadMassKg]).toEqual([3.25, 3.25]);
  });

  it('can be none, and stays so even if there is a tool', async () => {
    const cell = await startWith(old);
    await cell.ask('setTool', { equipmentID: null });
    await change(cell, toolOf('equipment_1', 0.15));
    expect(cell.state().tool).toMatchObject({ equipmentID: null, tcp: { z: 0 } });
    expect(cell.onFlange.at(-1)).toBeNull();
  });

  it('cannot be a missing device or one without a tool', async () => {
    const cell = await startWith(old);
    expect(await cell.ask('setTool', { equipmentID: 'gone' })).toMatchObject({
      ok: false,
      error: { code: 'equipment_no_matching', message: expect.stringContaining('gone') },
    });
    expect(cell.state().tool.equipmentID).toBe('equipment_1');
  });

  it('stays unchanged when the new one cannot be stored', async () => {
    const cell = await startWith(old, young);
    cell.equipment.holdOnFlange = () => Promise.reject(new Error('away'));
    expect(await cell.ask('setTool', { equipmentID: 'equipment_2' })).toMatchObject({ error: { code: 'unavailable' } });
    expect([cell.state().tool.equipmentID, cell.chosen.equipmentID]).toEqual(['equipment_1', 'equipment_1']);
  });

  it('can change only while nothing moves and no routine runs', async () => {
    const cell = await startMoving({ tool: old });
    await cell.clock.advance(200);
    expect(await cell.ask('setTool', { equipmentID: null })).toMatchObject({
      error: { code: 'robot_not_idle', message: expect.stringContaining('Pause or stop it') },
    });
    await cell.ask('stop');
    await cell.clock.advance(200);
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: false });
    await cell.clock.advance(100);
    expect(await cell.ask('setTool', { equipmentID: null })).toMatchObject({ error: { code: 'robot_not_idle' } });
    await cell.clock.runUntilSettled(moving);
    expect((await cell.ask('setTool', { equipmentID: null })).ok).toBe(true);
  });

  it('lets nothing move when the chosen device is gone', async () => {
    const cell = await startWith(old);
    cell.devices.clear();
    expect(await cell.ask('moveToJointSpacePoint', { jointAngles: far, isHeld: false })).toMatchObject({
      error: { code: 'equipment_no_matching', message: expect.stringContaining('Choose the tool on the flange') },
    });
  });

  it('does not depend on the device that a step names: that device is actuated, the arm keeps its TCP', async () => {
    const cell = await startWith(old, young);
    cell.library.routine = routineOf([step('step_1', 'ActuateGripper', { equipmentID: 'equipment_2' })]);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ run: { status: 'completed' }, tool: { equipmentID: 'equipment_1' } });
  });
});

it('a gripper that is taken away while it is commanded fails the run with the reason', async () => {
  const cell = await startWith(old);
  const message = "'Claw' was disabled in Devices during the command";
  cell.equipment.actuate = async () => ({ ok: false, failure: { kind: 'GripperFailure', message } });
  cell.library.routine = routineOf([step('step_1', 'ActuateGripper', {})]);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  await cell.ask('playRoutine');
  await cell.clock.advance(1000);
  const reason = `Failed to actuate gripper: ${message}`;
  expect(cell.state()).toMatchObject({ run: { status: 'failed' }, failure: { kind: 'GripperFailure', reason } });
});

describe('a run that failed', () => {
  async function failureOf(stepArgs: object) {
    const cell = await startWith(old);
    const failure = { kind: 'GripperFailure', message: 'It does not answer' } as const;
    cell.equipment.actuate = async () => ({ ok: false, failure });
    cell.library.routine = routineOf([
      step('step_1', 'ActuateGripper', { equipmentID: 'equipment_1', ...stepArgs }),
      step('step_2', 'TriggerFault', { message: 'No part' }),
    ]);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(20_000);
    return cell.writes.at(-1)?.run.failure;
  }

  it('names the device whose command failed the step', async () => {
    expect(await failureOf({})).toMatchObject({ kind: 'GripperFailure', equipmentID: 'equipment_1' });
  });

  it('names the device that the service chose where the step names none', async () => {
    const cell = await startWith(old);
    const failure = { kind: 'GripperFailure', message: "'Claw': no answer", equipmentID: 'equipment_7' } as const;
    cell.equipment.actuate = async () => ({ ok: false, failure });
    cell.library.routine = routineOf([step('step_1', 'ActuateGripper', {})]);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(1000);
    const reason = "Failed to actuate gripper: 'Claw': no answer";
    expect(cell.state().failure).toMatchObject({ kind: 'GripperFailure', equipmentID: 'equipment_7', reason });
  });

  it('names no device where another step failed it', async () => {
    const failure = await failureOf({ stopOnFailure: false });
    expect(failure).toMatchObject({ kind: 'TriggerFaultFailure' });
    expect(failure).not.toHaveProperty('equipmentID');
  });
});
