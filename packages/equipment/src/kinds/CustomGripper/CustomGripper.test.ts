import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { GripperCommand } from '../../capabilities/gripper.ts';
import { describeTool, parseEquipmentConfig, wiredPortsOf } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { customGripperContract } from './contract.ts';

const open: GripperCommand = {
  control: 'move',
  widthMeters: 0.08,
  direction: 'inward',
  toleranceMeters: 0.003,
  waitForGrip: true,
};
const close: GripperCommand = { ...open, widthMeters: 0 };
const grip: GripperCommand = { ...open, control: 'force_grip', widthMeters: 0.04 };
const never = new AbortController().signal;
const sensors = { openSensor: 'Input 1', closedSensor: 'Input 2', partSensor: 'Input 3' };

let bench: DeviceBench;
afterEach(() => bench.close());

async function begin(fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
  bench = await openBench('CustomGripper', fields);
}

async function actuate(command: GripperCommand) {
  const { gripper } = bench.driver.capabilities;
  if (!gripper) throw new Error('a custom gripper is a gripper');
  const before = bench.clock.now();
  const result = await bench.settle(gripper.actuate(command, never));
  return { result, tookMS: bench.clock.now() - before };
}

describe('A gripper with one output and no sensor', () => {
  it('closes with the output on, opens with it off, and arrives after its motion time', async () => {
    await begin({ motionTimeMS: 300 });
    const closed = await actuate(close);
    expect(closed.result).toEqual({ ok: true, value: { widthMeters: 0, gripDetected: false } });
    expect(closed.tookMS).toBeGreaterThanOrEqual(300);
    expect(closed.tookMS).toBeLessThan(330);
    expect(bench.driver.state()).toMatchObject({
      place: 'closed',
      status: 'idle',
      connected: true,
      externalWidthMeters: 0,
    });
    await actuate(open);
    expect(bench.box.log).toEqual(['Output 1 high', 'Output 1 low']);
    expect(bench.driver.state()).toMatchObject({ place: 'open' });
  });

  it('switches its outputs on with a low level if configured', async () => {
    await begin({ closeOutput: 'Relay 2', outputLevel: 'low' });
    await actuate(close);
    await actuate(open);
    expect(bench.box.log).toEqual(['Relay 2 low', 'Relay 2 high']);
  });

  it('opens inside a part to grip outward', async () => {
    await begin();
    await actuate(close);
    expect((await actuate({ ...grip, direction: 'outward' })).result).toMatchObject({ ok: true });
    expect(bench.box.log).toEqual(['Output 1 high', 'Output 1 low']);
  });
});

describe('A gripper with two outputs', () => {
  const coils = { closeOutput: 'Flange Output 1', openOutput: 'Flange Output 2' };

  it('switches both together', async () => {
    await begin(coils);
    await actuate(close);
    await actuate(open);
    expect(bench.box.log).toEqual([
      'Flange Output 2 low',
      'Flange Output 1 high',
      'Flange Output 2 high',
      'Flange Output 1 low',
    ]);
  });

  it('pulses the output of the motion and stays at its position', async () => {
    await begin({ ...coils, ...sensors, isPulsed: true, pulseSeconds: 0.1 });
    await actuate(close);
    expect(bench.box.log).toEqual(['Flange Output 2 low', 'Flange Output 1 high for 0.1 s']);
    await bench.pass(1000);
    expect(bench.box.levels()).toMatchObject({ 'Flange Output 1': 'low', 'Input 2': 'high' });
    expect(bench.driver.state()).toMatchObject({ place: 'closed' });
  });
});

describe('A gripper with sensors', () => {
  it('arrives when its sensor reports it, before its motion time', async () => {
    await begin({ ...sensors, motionTimeMS: 1000 });
    const { result, tookMS } = await actuate(close);
    expect(result).toEqual({ ok: true, value: { widthMeters: 0, gripDetected: false } });
    expect(tookMS).toBeLessThan(900);
  });

  it('holds a part when its part sensor is on, at the commanded width', async () => {
    await begin({ ...sensors, simulatedPart: true });
    expect((await actuate(grip)).result).toEqual({ ok: true, value: { widthMeters: 0.04, gripDetected: true } });
    expect(bench.driver.state()).toMatchObject({ place: 'between', gripDetected: true });
    expect((await actuate(open)).result).toEqual({ ok: true, value: { widthMeters: 0.08, gripDetected: false } });
  });

  it('reports a held part without a part sensor when the fingers stop between both ends', async () => {
    await begin({ openSensor: 'Input 1', closedSensor: 'Input 2', simulatedPart: true });
    expect((await actuate(grip)).result).toMatchObject({ ok: true, value: { gripDetected: true } });
    bench.box.force('Input 2', 'high');
    expect(bench.driver.state(), 'the part slipped out').toMatchObject({ place: 'closed', gripDetected: false });
  });

  it('fails a move that meets a part', async () => {
    await begin({ ...sensors, simulatedPart: true });
    expect((await actuate(close)).result).toMatchObject({ ok: false, failure: { reason: 'targetNotReached' } });
  });

  it('fails a motion whose sensor stays off, at its time limit', async () => {
    await begin({ ...sensors, timeLimitMS: 2000 });
    bench.sim.faults.jammed = true;
    const { result, tookMS } = await actuate(close);
    expect(result).toMatchObject({ ok: false, failure: { reason: 'timeout', mayRetry: false } });
    expect(tookMS).toBeGreaterThanOrEqual(2000);
    expect(tookMS).toBeLessThan(2050);
  });

  it('reads inputs as on with a low level if configured', async () => {
    await begin({ ...sensors, sensorLevel: 'low' });
    expect(bench.box.levels()).toMatchObject({ 'Input 1': 'low', 'Input 2': 'high', 'Input 3': 'high' });
    expect(bench.driver.state()).toMatchObject({ place: 'open' });
  });
});

describe('A control box in trouble', () => {
  it('makes the gripper unavailable while it is disconnected', async () => {
    await begin();
    bench.box.setAway(true);
    expect(bench.driver.state()).toMatchObject({ connected: false, status: 'error', error: expect.any(String) });
    expect((await actuate(close)).result).toMatchObject({
      ok: false,
      failure: { reason: 'unreachable', mayRetry: true },
    });
    bench.box.setAway(false);
    expect(bench.driver.state()).toMatchObject({ connected: true, status: 'idle' });
    expect(bench.box.log).toEqual([]);
  });

  it('leaves the outcome unknown when it is lost during a motion', async () => {
    await begin({ ...sensors, timeLimitMS: 1000 });
    const result = actuate(close);
    bench.box.setAway(true);
    expect((await result).result).toMatchObject({ ok: false, failure: { reason: 'outcomeUnknown' } });
  });

  it.each([
    ['refused', false, 'deviceFault'],
    ['unreachable', false, 'unreachable'],
    ['unanswered', true, 'outcomeUnknown'],
  ] as const)('fails the command when outputs were %s, without sending them again', async (kind, wasSent, reason) => {
    await begin();
    bench.box.failure = { kind, wasSent, message: 'Output 1 is used by the safety settings and cannot be set' };
    expect((await actuate(close)).result).toMatchObject({ ok: false, failure: { reason } });
    await bench.pass(5000);
    expect(bench.box.log).toHaveLength(wasSent ? 1 : 0);
  });

  it('ends a command as stopped when a stop came before the outputs were set', async () => {
    await begin();
    bench.box.failure = { kind: 'stopped', wasSent: false, message: 'A stop came' };
    expect((await actuate(close)).result).toEqual({ ok: false, stopped: true });
  });
});

describe('The configuration', () => {
  const problemsOf = (fields: object) => {
    const parsed = parseEquipmentConfig({ kind: 'CustomGripper', ...fields });
    return parsed.isValid ? [] : parsed.config.problems;
  };
  it.each([
    [{ closeOutput: 'none' }, 'closeOutput: Choose the output that opens the gripper, the one that closes it, or both'],
    [
      { isPulsed: true },
      'isPulsed: Pulses need an output for opening and one for closing. With only one, the gripper would move back',
    ],
    [{ openWidth: 0.01, closedWidth: 0.01 }, 'openWidth: The open width must be above the closed width'],
    [{ openOutput: 'Output 1' }, 'openOutput: This port already has another meaning in this gripper'],
    [{ closeOutput: 'E-Stop 1' }, expect.stringMatching(/^closeOutput: /)],
    [{ openSensor: 'Output 2' }, expect.stringMatching(/^openSensor: /)],
  ])('rejects %j', async (fields, problem) => {
    await begin();
    expect(problemsOf(fields)).toEqual([problem]);
  });

  it('names the ports that the gripper is wired to', async () => {
    await begin();
    expect(wiredPortsOf({ kind: 'CustomGripper', partSensor: 'Flange Input 2' })).toEqual([
      { kind: 'Output', port: 1, role: 'Output that closes', words: { text: 'Output that closes' }, use: 'driven' },
      { kind: 'FlangeInput', port: 2, role: 'Sensor: part held', words: { text: 'Sensor: part held' }, use: 'driven' },
    ]);
  });

  it('describes a tool on the flange, with a box of its width to its fingertips, which move at its end', async () => {
    await begin();
    const tool = describeTool(customGripperContract.config.parse({ kind: 'CustomGripper', tcpDistance: 0.2 }));
    expect(tool).toMatchObject({ tcp: { z: 0.2 }, massKg: 1 });
    const [housing, fingers] = tool?.collisionBoxes ?? [];
    expect(housing).toMatchObject({ pose: { z: expect.closeTo(0.06, 9) }, size: [0.1, 0.1, expect.closeTo(0.12, 9)] });
    expect(fingers).toMatchObject({ pose: { z: expect.closeTo(0.16, 9) }, size: [0.1, 0.1, expect.closeTo(0.08, 9)] });
    expect(fingers?.finger).toEqual({ widest: 0.08, closing: [0, 0.5, 0], isPair: true });
  });
});

describe('Commands one after the other', () => {
  it('always leave the outputs at the last accepted command', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(open, close, grip), { minLength: 1, maxLength: 6 }),
        async (commands) => {
          await begin({ closeOutput: 'Output 1', openOutput: 'Output 2' });
          for (const command of commands) expect((await actuate(command)).result).toMatchObject({ ok: true });
          const isOpen = commands.at(-1) === open;
          expect(bench.box.levels()).toMatchObject({
            'Output 1': isOpen ? 'low' : 'high',
            'Output 2': isOpen ? 'high' : 'low',
          });
          await bench.close();
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('A custom gripper over Modbus', () => {
  const two = { offset: 10, type: 'holdingRegister' } as const;
  const outputs = [
    { ...two, when: 'closing', value: 2 },
    { when: 'closing', type: 'coil', offset: 1, value: 1 },
    { ...two, when: 'opening', value: 1 },
    { when: 'opening', type: 'coil', offset: 1, value: 0 },
  ];
  const status = { type: 'inputRegister', offset: 20, onWhen: 'equals' } as const;
  const modbusSensors = [
    { ...status, tells: 'open', onValue: 1 },
    { ...status, tells: 'closed', onValue: 2 },
    { ...status, tells: 'part', onValue: 3 },
  ];
  const servo = { interface: 'modbus', modbusOutputs: outputs, modbusSensors };

  it('closes and opens, and its sensors report its position', async () => {
    await begin(servo);
    expect(bench.driver.state()).toMatchObject({ connected: true, place: 'open' });
    expect((await actuate(close)).result).toEqual({ ok: true, value: { widthMeters: 0, gripDetected: false } });
    expect(bench.driver.state()).toMatchObject({ place: 'closed', status: 'idle' });
    expect((await actuate(open)).result).toMatchObject({ ok: true });
    expect(bench.driver.state()).toMatchObject({ place: 'open' });
  });

  it('holds a part between its fingers and fails to move past it', async () => {
    await begin({ ...servo, simulatedPart: true });
    expect((await actuate(grip)).result).toEqual({ ok: true, value: { widthMeters: 0.04, gripDetected: true } });
    expect((await actuate(open)).result).toMatchObject({ ok: true });
    expect((await actuate(close)).result).toMatchObject({ ok: false, failure: { reason: 'targetNotReached' } });
  });

  it('fails when a sensor does not report its position in time', async () => {
    await begin(servo);
    bench.sim.faults.jammed = true;
    expect((await actuate(close)).result).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
  });

  it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
    await begin(servo);
    bench.sim.faults.hangUpOnCommand = true;
    expect((await actuate(close)).result).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', mayRetry: false },
    });
    bench.sim.faults.hangUpOnCommand = false;
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(5000);
    // Its second output was never written, so it received no complete command.
    expect(bench.sim.simulated.gripper?.commands).toEqual([]);
  });

  it('reports that it was refused, and shows a gripper that is gone', async () => {
    await begin(servo);
    bench.sim.faults.refusing = true;
    expect((await actuate(close)).result).toMatchObject({
      ok: false,
      failure: { reason: expect.stringMatching(/deviceFault|unreachable/) },
    });
    bench.sim.faults.refusing = false;
    await bench.sim.close();
    const lost = await bench.waitForState(({ connected }) => !connected);
    expect(lost).toMatchObject({ status: 'error', error: expect.stringContaining('No connection to') });
    expect((await actuate(close)).result).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
    await bench.restartSim();
    await bench.waitForState(({ connected }) => connected);
  });

  it.each([
    [
      { modbusOutputs: outputs.slice(0, 2) },
      'modbusOutputs: Set the values to write for closing and for opening the gripper',
    ],
    [
      { modbusSensors: [modbusSensors[0], modbusSensors[0]] },
      'modbusSensors: Two sensors have the same meaning. Remove one',
    ],
    [
      { modbusOutputs: [{ ...outputs[0], value: 70_000 }, ...outputs] },
      'modbusOutputs.0.value: The format cannot represent this value',
    ],
    [
      { modbusOutputs: [{ ...outputs[1], value: 2 }, ...outputs] },
      'modbusOutputs.0.value: The format cannot represent this value',
    ],
  ])('rejects %j', async (fields, problem) => {
    await begin();
    const parsed = parseEquipmentConfig({ kind: 'CustomGripper', ...servo, ...fields });
    expect(parsed.isValid ? [] : parsed.config.problems).toContain(problem);
  });

  it('uses no port of the control box', async () => {
    await begin(servo);
    expect(wiredPortsOf({ kind: 'CustomGripper', ...servo })).toEqual([]);
  });
});
