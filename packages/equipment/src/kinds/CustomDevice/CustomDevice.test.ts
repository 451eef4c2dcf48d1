import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressOf, drivenPortsOf, parseEquipmentConfig } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { connectPlainModbus } from '../../testing/modbus-client.fixture.ts';
import { deviceMessages } from './contract-checks.ts';

const never = new AbortController().signal;
let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const parse = (fields: object) => parseEquipmentConfig({ kind: 'CustomDevice', ...fields });
const problemsOf = (fields: object) => {
  const parsed = parse(fields);
  return parsed.isValid ? [] : parsed.config.problems;
};
const action = (output: object, fields: object = {}) => ({ id: 'a', actionOutputs: [output], ...fields });

describe('the configuration of a custom device', () => {
  it.each([
    ['an action without an output', { actions: [{ id: 'a' }] }, 'actions.0.actionOutputs', deviceMessages.addAnOutput],
    ['an output without a signal', { actions: [action({})] }, 'actions.0.actionOutputs.0.ioPort', 'Choose the signal'],
    [
      'an output of the flange on the control box',
      { actions: [action({ ioPort: 'Flange Output 1' })] },
      'actions.0.actionOutputs.0.ioPort',
      deviceMessages.otherInterface('Flange Output 1', 'controlBoxIO'),
    ],
    [
      'a sensor of the control box on the flange',
      { deviceInterface: 'flangeIO', sensors: [{ id: 's', ioPort: 'Input 1' }] },
      'sensors.0.ioPort',
      deviceMessages.otherInterface('Input 1', 'flangeIO'),
    ],
    [
      'a custom action without a name',
      { actions: [action({ ioPort: 'Output 1' }, { kind: 'custom' })] },
      'actions.0.customActionName',
      deviceMessages.nameTheAction,
    ],
    [
      'two actions of the same name',
      { actions: [action({ ioPort: 'Output 1' }), action({ ioPort: 'Output 2' }, { id: 'b' })] },
      'actions.1.customActionName',
      deviceMessages.namedTwice('action'),
    ],
    [
      'two sensors whose names look alike',
      {
        sensors: [
          { id: 's', name: 'T\u00fcr', ioPort: 'Input 1' },
          { id: 't', name: 'Tu\u0308r', ioPort: 'Input 2' },
        ],
      },
      'sensors.1.name',
      deviceMessages.namedTwice('sensor'),
    ],
    [
      'two sensors at the same signal',
      {
        sensors: [
          { id: 's', name: 'One', ioPort: 'Input 1' },
          { id: 't', name: 'Two', ioPort: 'Input 1' },
        ],
      },
      'sensors.1.ioPort',
      deviceMessages.usedTwice,
    ],
    [
      'a sensor that is waited for and does not exist',
      { actions: [action({ ioPort: 'Output 1' }, { waitForSensor: 'Closed' })] },
      'actions.0.waitForSensor',
      deviceMessages.noSuchSensor('Closed'),
    ],
    [
      'a register that is only read',
      { deviceInterface: 'modbusTCP', actions: [action({ type: 'inputRegister' })] },
      'actions.0.actionOutputs.0.type',
      deviceMessages.onlyRead,
    ],
    [
      'a value that the format does not hold',
      { deviceInterface: 'modbusTCP', actions: [action({ value: 70_000 })] },
      'actions.0.actionOutputs.0.value',
      deviceMessages.outOfRange(0, 65_535),
    ],
    [
      'a coil that is a number',
      { deviceInterface: 'modbusTCP', sensors: [{ id: 's', type: 'coil' }] },
      'sensors.0.format',
      deviceMessages.bitsAreBoolean,
    ],
    [
      'a value of two registers past the last one',
      { deviceInterface: 'modbusTCP', sensors: [{ id: 's', offset: 65_535, format: 'uint32' }] },
      'sensors.0.offset',
      deviceMessages.lastRegister,
    ],
  ])('refuses %s', (_, fields, path, message) => {
    expect(problemsOf(fields)).toEqual([`${path}: ${message}`]);
  });

  it('requires nothing for interfaces that it does not use', () => {
    expect(problemsOf({ deviceInterface: 'haasNGC', actions: [action({})], sensors: [{ id: 's' }] })).toEqual([]);
  });

  it.each([
    ['modbusTCP', {}, 502],
    ['haasNGC', {}, 5051],
    ['haasNGC', { port: 5052 }, 5052],
  ])('uses its port over %s: %j', (deviceInterface, fields, port) => {
    const parsed = parse({ deviceInterface, hostname: '10.0.0.8', ...fields });
    if (!parsed.isValid) throw new Error(parsed.config.problems.join());
    expect(addressOf(parsed.config)).toEqual({ host: '10.0.0.8', port });
  });

  it('reserves its wired ports, and none that a network device only names', () => {
    const fields = {
      kind: 'CustomDevice',
      sensors: [{ id: 's', name: 'Closed', ioPort: 'Input 3' }],
      actions: [
        action({ ioPort: 'Output 2' }),
        action({ ioPort: 'Output 2', level: 'low' }, { id: 'b', kind: 'open' }),
      ],
    };
    expect(drivenPortsOf(fields)).toEqual(['Input 3', 'Output 2']);
    expect(drivenPortsOf({ ...fields, deviceInterface: 'haasNGC' })).toEqual([]);
  });
});

describe('outputs on wires', () => {
  it('change together, and as long as a pulse lasts', async () => {
    bench = await openBench('CustomDevice', {
      actions: [
        {
          id: 'a',
          kind: 'start',
          actionOutputs: [
            { ioPort: 'Output 1', pulseSeconds: 0.2 },
            { ioPort: 'Relay 1', level: 'low' },
          ],
        },
      ],
    });
    await bench.settle(bench.driver.capabilities.actions?.actuate({ action: 'start' }, never) ?? Promise.reject());
    expect(bench.box.log).toEqual(['Output 1 high for 0.2 s', 'Relay 1 low']);
    await bench.pass(300);
    expect(bench.box.levels()).toMatchObject({ 'Output 1': 'low' });
  });
});

describe('outputs over Modbus', () => {
  it('appear to another client as configured, in the configured byte order', async () => {
    bench = await openBench('CustomDevice', {
      deviceInterface: 'modbusTCP',
      unitID: 7,
      actions: [action({ offset: 4, format: 'float32', order: 'CDAB', value: 123_456 }, { kind: 'start' })],
    });
    await bench.settle(bench.driver.capabilities.actions?.actuate({ action: 'start' }, never) ?? Promise.reject());
    const client = await connectPlainModbus(bench, 7);
    expect(await client.read(4, 2)).toEqual([0x2000, 0x47f1]);
    await client.close();
  });
});

describe('a Haas control', () => {
  it('answers in its own protocol, and notifies all listeners', async () => {
    bench = await openBench('CustomDevice', { deviceInterface: 'haasNGC', actions: [action({}, { kind: 'start' })] });
    const heard: string[] = [];
    const socket = connect(bench.port, '127.0.0.1').on('data', (data) => heard.push(data.toString('latin1')));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('?E10900 2.5\r\n?Q600 10900\r\n');
    await bench.pass(50);
    expect(heard.join('')).toBe('>!\r\n>>MACRO, 2.500000\r\n>');
    await bench.settle(bench.driver.capabilities.actions?.actuate({ action: 'start' }, never) ?? Promise.reject());
    await bench.pass(50);
    expect(heard.join('').split('!'), 'also what another connection asked').toHaveLength(3);
    socket.destroy();
  });
});
