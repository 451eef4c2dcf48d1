import { type ExternalControlState, externalControlSettingsSchema } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { describeControl, renderCellEDS } from './external-control.ts';

const settings = (change: object) => externalControlSettingsSchema.parse({ id: '1', ...change });
const on = { isEnabled: true, etherNetIPAdapter: { host: '10.0.0.5' } };

const state: ExternalControlState = {
  ...{ at: '2026-01-01T00:00:00Z', status: 'listening', failure: null, host: '10.0.0.5', port: 44_818, ioPort: 2222 },
  ...{ robotKind: 'live', connections: [], lossCount: 0, isRun: false, lastCommand: null },
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

describe('renderCellEDS', () => {
  it('describes both assemblies and the three kinds of connections', () => {
    const text = renderCellEDS();
    for (const part of ['Assem100 =', 'Assem150 =', 'Assem151 =', 'Connection3 =', '"DigitalInputs"'])
      expect(text).toContain(part);
    expect(text.split('\r\n').length).toBeGreaterThan(100);
  });
});
