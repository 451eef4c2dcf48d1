import {
  type ExternalControlState,
  externalControlSettingsSchema,
  type ModbusState,
  type OpcUAState,
} from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { describeControl, renderCellEDS } from './external-control.ts';

const settings = (change: object) => externalControlSettingsSchema.parse({ id: '1', ...change });
const on = { isEnabled: true, etherNetIPAdapter: { host: '10.0.0.5' } };

const state: ExternalControlState = {
  ...{ at: '2026-01-01T00:00:00Z', status: 'listening', failure: null, host: '10.0.0.5', port: 44_818, ioPort: 2222 },
  ...{
    owner: null,
    modbus: null,
    opcUA: null,
    robotKind: 'live',
    connections: [],
    lossCount: 0,
    isRun: false,
    lastCommand: null,
  },
  inputs: [0b101, 0, 0, 0, 0x34, 0x12, ...Array.from({ length: 26 }, () => 0)],
  outputs: [0b1001, ...Array.from({ length: 31 }, () => 0)],
};

describe('describeControl', () => {
  it.each([
    ['off', {}, true],
    ['noAddress', { isEnabled: true }, false],
    ['flagOff', on, false],
    ['listening', on, true],
    ['starting', { ...on, etherNetIPAdapter: { host: '10.0.0.6' } }, true],
  ])('reports %s', (status, change, isFlagOn) => {
    const view = describeControl(settings(change), isFlagOn, state);
    expect(view.status).toBe(status);
    expect(view.state === null).toBe(status !== 'listening');
  });

  it('reports starting until the adapter has published its state', () => {
    expect(describeControl(settings(on), true, undefined)).toMatchObject({ status: 'starting', state: null });
  });

  it('names the value and the bits of every part of the assemblies', () => {
    const { inputs, outputs } = describeControl(settings(on), true, state);
    expect(inputs.find(({ name }) => name === 'Heartbeat')).toMatchObject({ value: 0x1234, offset: 4, bits: [] });
    const setBits = (parts: typeof inputs) => parts[0]?.bits.flatMap(({ name, isSet }) => (isSet ? [name] : []));
    expect(setBits(inputs)).toEqual(['Ready', 'Paused']);
    expect(setBits(outputs)).toEqual(['Play', 'Stop']);
  });
});

describe('describeControl for Modbus', () => {
  const modbus = { isEnabled: true, host: '10.0.0.7', port: 502 };
  const server: ModbusState = {
    ...{ status: 'listening', failure: null, host: '10.0.0.7', port: 502, connections: [] },
    ...{ rejected: 0, malformed: 0, lossCount: 0, words: [0b1001, 77] },
  };
  const owner = { protocol: 'modbus' as const, peer: '10.0.0.9', since: '2026-01-01T00:00:00Z' };
  const reported = { ...state, host: '', status: 'off' as const, modbus: server, owner };

  it.each([
    ['off', { isEnabled: true }],
    ['off', { modbus }],
    ['noAddress', { isEnabled: true, modbus: { isEnabled: true } }],
    ['listening', { isEnabled: true, modbus }],
    ['starting', { isEnabled: true, modbus: { ...modbus, host: '10.0.0.8' } }],
  ])('reports %s', (status, change) => {
    const view = describeControl(settings(change), false, reported);
    expect([view.modbus.status, view.owner === null]).toEqual([status, status !== 'listening']);
  });

  it('needs no feature, and reports that EtherNet/IP is not effective', () => {
    const view = describeControl(settings({ isEnabled: true, modbus }), false, reported);
    expect(view).toMatchObject({ status: 'noAddress', owner, modbus: { status: 'listening' } });
  });

  it('names the value and the bits of every register', () => {
    const { registers } = describeControl(settings({ isEnabled: true, modbus }), false, reported).modbus;
    const find = (name: string) => registers.find((register) => register.name === name);
    expect(find('Heartbeat')).toMatchObject({ table: 'input', address: 4, value: 0x1234 });
    expect(find('LineHeartbeat')).toMatchObject({ table: 'holding', address: 1, value: 77 });
    expect(find('Owner')).toMatchObject({ address: 2, value: 2 });
    expect(find('Command')?.bits.flatMap(({ name, isSet }) => (isSet ? [name] : []))).toEqual(['Play', 'Stop']);
  });
});

describe('describeControl for OPC UA', () => {
  const opcUA = { isEnabled: true, host: '10.0.0.7' };
  const server: OpcUAState = {
    ...{ status: 'listening', failure: null, host: '10.0.0.7', port: 4840, sessions: [], words: [0b1001, 77] },
    ...{ endpoint: 'opc.tcp://10.0.0.7:4840', thumbprint: 'ab', refusals: [], refusedCount: 0, lossCount: 0 },
  };
  const owner = { protocol: 'opcUA' as const, peer: 'Ada, 10.0.0.9', since: '2026-01-01T00:00:00Z' };
  const reported = { ...state, host: '', status: 'off' as const, opcUA: server, owner };

  it.each([
    ['off', { isEnabled: true }],
    ['noAddress', { isEnabled: true, opcUA: { isEnabled: true } }],
    ['listening', { isEnabled: true, opcUA }],
    ['starting', { isEnabled: true, opcUA: { ...opcUA, host: '10.0.0.8' } }],
  ])('reports %s', (status, change) => {
    expect(describeControl(settings(change), false, reported).opcUA.status).toBe(status);
  });

  it('names the value and the bits of every variable', () => {
    const { variables } = describeControl(settings({ isEnabled: true, opcUA }), false, reported).opcUA;
    const find = (name: string) => variables.find((variable) => variable.name === name);
    expect(find('Heartbeat')).toMatchObject({ value: 0x1234, nodeID: expect.stringMatching(/^nsu=.*;s=Heartbeat$/) });
    expect([find('LineHeartbeat')?.value, find('Owner')?.value]).toEqual([77, 1]);
    expect(find('Command')?.bits.flatMap(({ name, isSet }) => (isSet ? [name] : []))).toEqual(['Play', 'Stop']);
    expect(find('Command.Play')).toBeUndefined();
  });
});

describe('renderCellEDS', () => {
  it('describes both assemblies and the three kinds of connections', () => {
    const text = renderCellEDS();
    for (const part of ['Assem100 =', 'Assem150 =', 'Assem151 =', 'Connection3 =', '"DigitalInputs"'])
      expect(text).toContain(part);
    expect(text.split('\r\n').length).toBeGreaterThan(100);
  });
});
