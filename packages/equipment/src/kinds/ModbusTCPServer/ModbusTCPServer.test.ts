import ModbusRTU from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseEquipmentConfig } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { modbusTCPServerContract } from './contract.ts';

const registers = [
  { id: 'mass', name: 'Mass', offset: 4, format: 'float32' },
  { id: 'flag', name: 'Flag', type: 'inputRegister', offset: 4, format: 'boolean' },
];

/** The numbers on the wire, repeated here because the driver and the simulator share their table. */
describe.each([
  ['bigEndian', 'bigEndian', [0x47f1, 0x2000]],
  ['bigEndian', 'littleEndian', [0x2000, 0x47f1]],
  ['littleEndian', 'bigEndian', [0xf147, 0x0020]],
  ['littleEndian', 'littleEndian', [0x0020, 0xf147]],
] as const)(
  'A server with bytes %s and words %s, to a client that knows only the wire format',
  (byteOrder, wordOrder, words) => {
    let bench: DeviceBench;
    let client: ModbusRTU;
    beforeEach(async () => {
      bench = await openBench('ModbusTCPServer', { byteOrder, wordOrder, registers, unitID: 7 });
      client = new ModbusRTU();
      client.setID(7);
      await client.connectTCP('127.0.0.1', { port: bench.port });
    });
    afterEach(async () => {
      await new Promise<void>((resolve) => client.destroy(() => resolve()));
      await bench.close();
    });

    it('holds the values that a step writes, and shows those that the client writes', async () => {
      const device = bench.driver.capabilities.registers;
      const command = { operation: 'write', values: [{ register: 'Mass', value: 123_456 }] } as const;
      const signal = new AbortController().signal;
      const written = device?.actuate({ ...command, values: [...command.values] }, signal);
      expect(await bench.settle(Promise.resolve(written))).toMatchObject({ ok: true });
      expect((await bench.settle(client.readHoldingRegisters(4, 2))).data).toEqual(words);
      await bench.settle(client.writeRegisters(4, [0, 0]));
      await bench.pass(600);
      expect(bench.driver.state()).toMatchObject({
        registers: [
          { id: 'mass', value: 0 },
          { id: 'flag', value: false },
        ],
      });
    });

    it('keeps input registers separate from holding registers and has no others', async () => {
      bench.sim.simulated.registers?.set('flag', true);
      expect((await bench.settle(client.readHoldingRegisters(4, 1))).data).toEqual([0]);
      expect((await bench.settle(client.readInputRegisters(4, 1))).data[0]).not.toBe(0);
      await expect(bench.settle<unknown>(client.readHoldingRegisters(6, 1))).rejects.toMatchObject({ modbusCode: 2 });
      await expect(bench.settle<unknown>(client.writeRegister(6, 1))).rejects.toMatchObject({ modbusCode: 2 });
    });
  },
);

it('shows a value that is not a number as a problem of its own', async () => {
  const bench = await openBench('ModbusTCPServer', { registers, unitID: 7 });
  const client = new ModbusRTU();
  client.setID(7);
  await client.connectTCP('127.0.0.1', { port: bench.port });
  await bench.settle(client.writeRegisters(4, [0x7fc0, 0]));
  await bench.pass(1200);
  expect(bench.driver.state()).toMatchObject({
    connected: true,
    registers: [{ problem: 'It is not a number. Check its format and word order' }, { value: false }],
  });
  await new Promise<void>((resolve) => client.destroy(() => resolve()));
  await bench.close();
});

it('reports its connection even without registers', async () => {
  const bench = await openBench('ModbusTCPServer');
  expect(bench.driver.state()).toMatchObject({ connected: true, status: 'idle', registers: [] });
  await bench.close();
});

describe('A register with settings of its own', () => {
  const signal = new AbortController().signal;
  const open = async (...list: object[]) => {
    const bench = await openBench('ModbusTCPServer', { registers: list, unitID: 7 });
    const client = new ModbusRTU();
    client.setID(7);
    await client.connectTCP('127.0.0.1', { port: bench.port });
    const close = async () => {
      await new Promise<void>((resolve) => client.destroy(() => resolve()));
      await bench.close();
    };
    const write = (values: [register: string, value: number | boolean][]) => {
      const named = values.map(([register, value]) => ({ register, value }));
      const sent = bench.driver.capabilities.registers?.actuate({ operation: 'write', values: named }, signal);
      return bench.settle(Promise.resolve(sent));
    };
    return { bench, client, close, write };
  };

  it.each([
    ['ABCD', [0x47f1, 0x2000]],
    ['CDAB', [0x2000, 0x47f1]],
    ['BADC', [0xf147, 0x0020]],
    ['DCBA', [0x0020, 0xf147]],
    ['device', [0x47f1, 0x2000]],
  ])('has its bytes in the order %s, whatever the order of the device', async (order, words) => {
    const { bench, client, close, write } = await open({ id: 'm', name: 'M', offset: 4, format: 'float32', order });
    expect(await write([['M', 123_456]])).toMatchObject({ ok: true });
    expect((await bench.settle(client.readHoldingRegisters(4, 2))).data).toEqual(words);
    await bench.pass(600);
    expect(bench.driver.state()).toMatchObject({ registers: [{ value: 123_456 }] });
    await close();
  });

  it('can be one bit of the device: a coil to switch, a discrete input to read', async () => {
    const bit = { offset: 9, format: 'boolean' };
    const { bench, client, close, write } = await open(
      { ...bit, id: 'lamp', name: 'Lamp', type: 'coil' },
      { ...bit, id: 'door', name: 'Door', type: 'discreteInput' },
    );
    bench.sim.simulated.registers?.set('door', true);
    expect(await write([['Lamp', true]])).toMatchObject({ ok: true });
    expect((await bench.settle(client.readCoils(9, 1))).data[0]).toBe(true);
    await bench.settle(client.writeCoil(9, false));
    await bench.pass(600);
    expect(bench.driver.state()).toMatchObject({ registers: [{ value: false }, { value: true }] });
    expect(await write([['Door', false]])).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
    await expect(bench.settle<unknown>(client.writeCoil(10, true))).rejects.toMatchObject({ modbusCode: 2 });
    await close();
  });
});

describe('The configuration', () => {
  const parse = (...list: unknown[]) =>
    modbusTCPServerContract.config.safeParse({ kind: 'ModbusTCPServer', registers: list }).error?.issues[0]?.message;
  const one = { id: 'a', name: 'A', offset: 0 };

  it.each([
    ['the same id twice', [one, { ...one, name: 'B' }], 'Two registers have the same id. Change one'],
    [
      'names that look alike',
      [
        { ...one, name: '\u00c4' },
        { ...one, id: 'b', name: 'A\u0308' },
      ],
      'Two registers have the same name. Change one',
    ],
    ['the same name twice', [one, { ...one, id: 'b' }], 'Two registers have the same name. Change one'],
    [
      'a value beyond the last register',
      [{ ...one, offset: 65_535, format: 'uint32' }],
      'A value of two registers must start at 65534 or below',
    ],
    [
      'a number in a coil',
      [{ ...one, type: 'coil', format: 'uint16' }],
      'A coil or a discrete input is true or false. Choose the format boolean',
    ],
    ['no name', [{ ...one, name: ' ' }], 'A register needs a name'],
  ])('rejects %s', (_, list, message) => {
    expect(parse(...list)).toBe(message);
  });

  it('accepts a value at the last address', () => {
    expect(parse({ ...one, offset: 65_534, format: 'float32' }, { ...one, id: 'b', name: 'B', offset: 65_535 })).toBe(
      undefined,
    );
  });
});

describe('The functions that a Modbus device is written with', () => {
  it.each(['ModbusTCPServer', 'CustomDevice', 'CustomGripper'] as const)(
    'default to 16 and 5 for a %s that was stored before there was a choice',
    (kind) => {
      const parsed = parseEquipmentConfig({ kind, name: 'Press' });
      expect(parsed).toMatchObject({ isValid: true, config: { registerFunction: '16', coilFunction: '5' } });
      const chosen = { kind, name: 'Press', registerFunction: '6', coilFunction: '15' };
      expect(parseEquipmentConfig(chosen)).toMatchObject({ isValid: true, config: chosen });
      expect(parseEquipmentConfig({ ...chosen, registerFunction: '23' })).toMatchObject({ isValid: false });
    },
  );

  it('reach a device that supports only 6 and 15', async () => {
    const fields = {
      registers: [
        { id: 'mass', name: 'Mass', offset: 4, format: 'float32' },
        { id: 'on', name: 'On', type: 'coil', offset: 2, format: 'boolean' },
      ],
    };
    const bench = await openBench('ModbusTCPServer', { ...fields, registerFunction: '6', coilFunction: '15' });
    const values = [
      { register: 'Mass', value: 1.5 },
      { register: 'On', value: true },
    ];
    const written = bench.driver.capabilities.registers?.actuate(
      { operation: 'write', values },
      new AbortController().signal,
    );
    expect(await bench.settle(Promise.resolve(written))).toMatchObject({ ok: true });
    await bench.pass(600);
    expect(bench.driver.state()).toMatchObject({ registers: [{ value: 1.5 }, { value: true }] });
    await bench.close();
  });
});
