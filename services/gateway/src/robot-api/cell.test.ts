import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { idleSession } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRobotRoom, type RobotRoom, runnerOf } from '../testing/robot-room.fixture.ts';

let room: RobotRoom;
beforeEach(async () => {
  room = await openRobotRoom();
});
afterEach(() => room.close());

const live = { 'robot-kind': 'live' };
const device = (id: string, config: object, isEnabled = true) => ({ id, isEnabled, config });
const gripper = device('equipment_grip', { kind: 'OnRobot2FG7', name: 'Gripper' });

describe('The live and the simulated robot', () => {
  it('have separate brakes', async () => {
    room.states.live = idleSession({ robotKind: 'live', brakes: 'disengaged' });
    expect((await room.ask('GET', '/movement/brakes')).answer).toEqual({ state: 'engaged' });
    expect((await room.ask('GET', '/movement/brakes', { headers: live })).answer).toEqual({ state: 'disengaged' });
    room.runner = runnerOf({ setBrakes: { state: 'engaged' } });
    await room.ask('POST', '/movement/brakes', { headers: live, body: { state: 'engaged' } });
    expect(room.sent).toEqual([{ robotKind: 'live', kind: 'setBrakes', payload: { state: 'engaged' } }]);
  });

  it.each([
    ['/io', { state: { 'Output 1': 'low' } }],
    ['/payload', { mass: 0 }],
    ['/recovery/status', { failed: false, status: 'Idle' }],
    ['/movement/ros/state', { state: 'disabled' }],
    ['/equipment/custom/sensors', { sensors: [] }],
    ['/equipment/end-effector/configuration', { kind: 'none_connected' }],
    ['/camera/status', { connected: false, message: 'No camera is connected' }],
    ['/cameras/connected', { cameras: [] }],
  ])('answer %s in the same form', async (path, expected) => {
    for (const headers of [{}, live]) expect((await room.ask('GET', path, { headers })).answer).toEqual(expected);
  });

  it('stay in the starting state until their session exists: nothing can be read of them', async () => {
    room.states.simulated = undefined;
    const paths = ['/io', '/payload', '/movement/brakes', '/recovery/status', '/joints'];
    for (const answer of await Promise.all(paths.map((path) => room.ask('GET', path)))) {
      expect(answer).toMatchObject({ status: 503, answer: { error: 'service_initializing' } });
    }
    expect((await room.ask('GET', '/io', { headers: live })).status).toBe(200);
  });
});

describe('A program', () => {
  it('may name a port once in a request, so that its level is certain', async () => {
    const body = '{"state":{"Output 1":"high","Output 1":"low"}}';
    expect(await room.ask('POST', '/io', { body })).toMatchObject({
      status: 400,
      answer: {
        error: 'request_failed_validation',
        message: "The field 'Output 1' is in one object twice. Remove one",
      },
    });
    expect(room.sent).toEqual([]);
  });
});

describe('A gripper', () => {
  const move = {
    control_kind: 'move',
    target_grip_width: { unit_kind: 'meters', value: 0.05 },
    grip_direction: 'external',
  };

  it('cannot be commanded if it does not exist', async () => {
    room.stored.set('equipment', [{ ...gripper, isEnabled: false }]);
    const command = { kind: 'onrobot_2fg7', onrobot_2fg7: move };
    expect(await room.ask('POST', '/equipment/end-effector/control', { body: command })).toMatchObject({
      status: 400,
      answer: { error: 'equipment_no_matching', message: 'This cell has no enabled onrobot_2fg7' },
    });
    expect((await room.ask('GET', '/equipment/end-effector/configuration')).answer).toEqual({ kind: 'none_connected' });
  });

  it.each(['none_connected', 'robotiq_2f', 'robotiq_epick', 'onrobot_3fg15'])(
    '%s does not exist in this cell',
    async (kind) => {
      room.stored.set('equipment', [gripper]);
      const { status, answer } = await room.ask('POST', '/equipment/end-effector/control', { body: { kind } });
      expect([status, answer]).toMatchObject([400, { error: 'equipment_no_matching' }]);
      expect(room.sent).toEqual([]);
    },
  );

  const control = (body: object) => {
    room.runner = () => ({ capability: 'gripper', outcome: {} });
    return room.ask('POST', '/equipment/end-effector/control', { body });
  };
  const configuration = async () => (await room.ask('GET', '/equipment/end-effector/configuration')).answer;
  const putOnFlange = (equipmentID: string) => {
    const idle = idleSession();
    room.states.simulated = { ...idle, tool: { ...idle.tool, equipmentID } };
  };
  const atRest = { connected: true, status: 'idle', gripDetected: false, direction: 'inward' };

  it.each([
    ['OnRobot2FG7', 'onrobot_2fg7', 'target_grip_width', { forceNewtons: 14, widthMeters: 0.035 }],
    ['OnRobot2FG14', 'onrobot_2fg14', 'target_grip_width', { forceNewtons: expect.closeTo(44.8, 6) }],
    ['OnRobot3FG15', 'onrobot_3fg15', 'target_grip_diameter', { forceNewtons: 10 }],
  ])('clamps commands of the kind %s to its minimum force and width', async (kind, wire, width, expected) => {
    room.stored.set('equipment', [device('equipment_grip', { kind, name: 'Gripper' })]);
    const command = { ...move, [width]: { unit_kind: 'meters', value: -1 }, target_force: { value: 1 } };
    expect((await control({ kind: wire, [wire]: command })).status).toBe(200);
    expect(room.sent).toMatchObject([{ payload: { command: expected } }]);
  });

  it('returns the force that was commanded, also after a later command by another client', async () => {
    const { config } = parseEquipmentConfig(gripper.config);
    room.stored.set('equipment', [{ ...gripper, config }]);
    const target = { ...move, target_force: { value: 1000 } };
    expect((await control({ kind: 'onrobot_2fg7', onrobot_2fg7: target })).status).toBe(200);
    room.liveState = { ...atRest, targetForceNewtons: 140 };
    expect(await configuration()).toMatchObject({ onrobot_2fg7: { force: 1000 } });
    room.liveState = { ...atRest, targetForceNewtons: 45 };
    expect(await configuration()).toMatchObject({ onrobot_2fg7: { force: 45 } });
  });

  it('rejects a negative force with a message', async () => {
    room.stored.set('equipment', [gripper]);
    const { status, answer } = await control({
      kind: 'onrobot_2fg7',
      onrobot_2fg7: { ...move, target_force: { value: -5 } },
    });
    expect([status, answer]).toMatchObject([400, { message: expect.stringContaining('must not be negative') }]);
  });

  it('returns equipment_no_matching for another kind than the one on the flange, which it names', async () => {
    room.stored.set('equipment', [gripper, device('equipment_large', { kind: 'OnRobot2FG14', name: 'Large' })]);
    putOnFlange('equipment_large');
    const { status, answer } = await control({ kind: 'onrobot_2fg7', onrobot_2fg7: move });
    const message = expect.stringContaining("'Large' is mounted on the flange");
    expect([status, answer]).toMatchObject([400, { error: 'equipment_no_matching', message }]);
    expect(room.sent).toEqual([]);
  });

  it('reports the own kind of a DH gripper only to programs that have commanded one', async () => {
    const { config } = parseEquipmentConfig({ kind: 'DHGripper', name: 'Claw', model: 'AG-95' });
    room.stored.set('equipment', [device('equipment_dh', config)]);
    room.liveState = { ...atRest, widthMeters: 0.05 };
    expect(await configuration()).toEqual({ kind: 'none_connected' });
    await control({ kind: 'dh_ag', dh_ag: { target_diameter: 0.5 } });
    expect(await configuration()).toMatchObject({ kind: 'dh_ag' });
  });

  it('on the flange is commanded before another of its kind', async () => {
    const other = { ...gripper, id: 'equipment_other' };
    room.stored.set('equipment', [gripper, other]);
    const idle = idleSession();
    room.states.simulated = { ...idle, tool: { ...idle.tool, equipmentID: 'equipment_other' } };
    const command = { kind: 'onrobot_2fg7', onrobot_2fg7: move };
    await room.ask('POST', '/equipment/end-effector/control', { body: command });
    expect(room.sent).toMatchObject([{ kind: 'executeDeviceCommand', payload: { equipmentID: 'equipment_other' } }]);
  });
});

describe('A force sensor', () => {
  const zero = (body: object | undefined) => room.ask('POST', '/equipment/force-torque-sensor/control', { body });

  it('zeroes its readings by its own action', async () => {
    room.stored.set('equipment', [gripper, device('equipment_hex', { kind: 'OnRobotHEXE', name: 'Wrist' })]);
    room.runner = () => ({ capability: 'actions', outcome: {} });
    for (const body of [
      undefined,
      {},
      { kind: 'zero' },
      { control_kind: 'tare' },
      { onrobot_hex: { zero: true }, zero: true },
    ]) {
      expect((await zero(body)).status).toBe(200);
    }
    const payload = { equipmentID: 'equipment_hex', capability: 'actions', command: { action: 'zero' } };
    expect(room.sent).toMatchObject([{ payload }, { payload }, { payload }, { payload }, { payload }]);
  });

  it('supports nothing else, and returns an error if it does not exist', async () => {
    expect(await zero({ kind: 'zero' })).toMatchObject({ status: 400, answer: { error: 'equipment_no_matching' } });
    room.stored.set('equipment', [device('equipment_hex', { kind: 'OnRobotHEXE', name: 'Wrist' })]);
    expect(await zero({ kind: 'calibrate' })).toMatchObject({
      status: 400,
      answer: { error: 'request_failed_validation' },
    });
    expect(room.sent).toEqual([]);
  });
});

describe('A body that clients send as a form and call JSON', () => {
  it('reaches an absent operation, which returns 503', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="client_id"\r\n\r\nprogram\r\n';
    expect(await room.ask('POST', '/teleop/stop', { body: `${part}--b--\r\n` })).toMatchObject({ status: 503 });
  });

  it('fills the fields of an existing operation', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="kind"\r\n\r\nzero\r\n';
    room.stored.set('equipment', [device('equipment_hex', { kind: 'OnRobotHEXE', name: 'Wrist' })]);
    room.runner = () => ({ capability: 'actions', outcome: {} });
    expect(
      (await room.ask('POST', '/equipment/force-torque-sensor/control', { body: `${part}--b--\r\n` })).status,
    ).toBe(200);
  });
});

describe('A sensor', () => {
  const panel = {
    kind: 'CustomIO',
    name: 'Panel',
    ports: [
      { name: 'Part present', kind: 'Input', port: 7, highSignalName: 'Yes', lowSignalName: 'No' },
      { name: 'Lamp', kind: 'Output', port: 2, highSignalName: 'On', lowSignalName: 'Off' },
    ],
  };
  const jaw = { kind: 'CustomGripper', name: 'Jaw', closeOutput: 'Output 1', partSensor: 'Flange Input 2' };

  it('returns the level of an input that a device of the cell is wired to', async () => {
    room.stored.set('equipment', [
      gripper,
      device('equipment_panel', panel),
      device('equipment_jaw', jaw),
      device('equipment_off', panel, false),
    ]);
    const sensors = [
      {
        id: 'equipment_panel Input 7',
        name: 'Part present',
        kind: 'controlBoxIO',
        sensorValue: 'low',
        equipmentId: 'equipment_panel',
      },
      {
        id: 'equipment_jaw Flange Input 2',
        name: 'Sensor: part held',
        kind: 'flangeIO',
        sensorValue: 'low',
        equipmentId: 'equipment_jaw',
      },
    ];
    expect((await room.ask('GET', '/equipment/custom/sensors')).answer).toEqual({ sensors });
    room.states.simulated = idleSession({ io: { 'Input 7': 'high', 'Flange Input 2': 'low' } });
    const [first, second] = sensors;
    expect((await room.ask('GET', '/equipment/custom/sensors')).answer).toEqual({
      sensors: [{ ...first, sensorValue: 'high' }, second],
    });
  });

  it('returns the value from a device on the network, and omits an unresponsive device', async () => {
    const mill = {
      kind: 'CustomDevice',
      name: 'Mill',
      deviceInterface: 'haasNGC',
      sensors: [
        { id: 'door', name: 'Door' },
        { id: 'coolant', name: 'Coolant' },
      ],
    };
    room.stored.set('equipment', [device('equipment_mill', mill), device('equipment_off', mill, false)]);
    room.liveState = {
      connected: true,
      status: 'idle',
      sensors: [
        { id: 'door', name: 'Door', value: 'high' },
        { id: 'coolant', name: 'Coolant', problem: 'unknown' },
      ],
    };
    expect((await room.ask('GET', '/equipment/custom/sensors')).answer).toEqual({
      sensors: [
        {
          id: 'equipment_mill door',
          name: 'Door',
          kind: 'haasNGC',
          sensorValue: 'high',
          equipmentId: 'equipment_mill',
        },
      ],
    });
  });
});

describe('A device', () => {
  it('has its configuration as JSON text', async () => {
    room.stored.set('equipment', [gripper]);
    const { config } = gripper;
    expect((await room.ask('GET', '/equipment')).answer).toEqual({
      equipment: [
        { id: gripper.id, name: 'Gripper', kind: 'OnRobot2FG7', is_enabled: true, config: JSON.stringify(config) },
      ],
    });
  });
});

describe('A picture', () => {
  it.each([[{ camera_settings: { brightness: 1, contrast: null } }], [{ camera_settings: {} }]])(
    'needs a camera for a valid request in the body of a GET (%j)',
    async (body) => {
      expect(await room.ask('GET', '/camera/frame/rgb', { body })).toMatchObject({
        status: 503,
        answer: { error: 'camera_disconnected' },
      });
    },
  );

  it.each([undefined, {}, { camera_settings: null }, '{', '"x"'])(
    'rejects a request without settings (%j)',
    async (body) => {
      expect(await room.ask('GET', '/camera/frame/rgb', { body })).toMatchObject({
        status: 400,
        answer: { error: 'request_failed_validation' },
      });
    },
  );
});

describe('A missing part of the product', () => {
  it.each([
    ['/internal-only/speech-to-text', {}],
    ['/internal-only/speech-to-text', { encoded_audio_data: '' }],
    ['/internal-only/text-to-skill', { skills: ['pick'] }],
    ['/internal-only/text-to-skill', { text: 'pick' }],
  ])('still validates its input: %s %j', async (path, body) => {
    expect(await room.ask('POST', path, { body })).toMatchObject({
      status: 400,
      answer: { error: 'request_failed_validation' },
    });
  });

  it.each([
    ['GET', '/webrtc/messages?clientId=c', 'baseUrl'],
    ['GET', '/webrtc/messages?baseUrl=u', 'clientId'],
  ] as const)('%s %s lacks %s', async (method, path, parameter) => {
    expect(await room.ask(method, path)).toMatchObject({
      status: 400,
      answer: {
        error: 'request_failed_validation',
        message: `Required parameter ${parameter} was null or undefined when calling getMessages`,
      },
    });
  });

  it('reports that nothing is recorded and no one teleoperates', async () => {
    expect((await room.ask('GET', '/recorder/state')).answer).toMatchObject({ state: 'not_recording' });
    for (const path of ['/teleop/state', '/movement/teleop/state']) {
      expect((await room.ask('GET', path)).answer).toMatchObject({ state: 'stopped' });
    }
  });
});
