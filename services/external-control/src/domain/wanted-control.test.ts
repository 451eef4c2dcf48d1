import { describe, expect, it } from 'vitest';
import { findWanted } from './wanted-control.ts';

const adapter = { etherNetIPAdapter: { host: '10.0.0.5' } };
const modbus = { modbus: { isEnabled: true, host: '10.0.0.5' } };
const find = (settings: object, flags: unknown = { etherNetIP: true }) =>
  findWanted({ id: '1', isEnabled: true, ...settings }, flags)?.protocols;

describe('findWanted', () => {
  it('finds EtherNet/IP with an address and its feature, and Modbus with an address', () => {
    expect(find({ ...adapter, ...modbus })).toEqual({ etherNetIP: true, modbus: true, opcUA: false });
    expect(find({ ...adapter, ...modbus }, {})).toEqual({ etherNetIP: false, modbus: true, opcUA: false });
    expect(find(adapter)).toEqual({ etherNetIP: true, modbus: false, opcUA: false });
  });

  it('finds OPC UA with an address, without a feature', () => {
    const opcUA = { isEnabled: true, host: '10.0.0.5' };
    expect(find({ opcUA }, {})).toEqual({ etherNetIP: false, modbus: false, opcUA: true });
    expect(find({ opcUA: { ...opcUA, isEnabled: false } }, {})).toBeUndefined();
  });

  it('finds nothing while external control is off, or nothing has an address', () => {
    expect(find({ ...adapter, ...modbus, isEnabled: false })).toBeUndefined();
    expect(find({})).toBeUndefined();
    expect(find(adapter, {})).toBeUndefined();
    expect(find({ modbus: { isEnabled: true } })).toBeUndefined();
    expect(find({ modbus: { host: '10.0.0.5' } })).toBeUndefined();
    expect(findWanted('damaged', {})).toBeUndefined();
  });
});
