import type { TrafficProtocol } from '@cellwright/domain/equipment';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from './decode-frame.ts';

const decode = (protocol: TrafficProtocol, direction: 'sent' | 'received', hex: string) =>
  decodeFrame(protocol, { direction, hex: hex.replaceAll(' ', ''), size: hex.replaceAll(' ', '').length / 2 });
const unit = { kind: 'modbus', unit: 1 };

describe('decodeFrame', () => {
  it.each([
    ['sent', '0001 0000 0006 01 03 0100 0002', { ...unit, code: 3, offset: 256, count: 2 }],
    ['received', '0001 0000 0007 01 03 04 00ff 0001', { ...unit, code: 3, values: [255, 1] }],
    ['received', '0001 0000 0004 01 01 01 05', { ...unit, code: 1, values: [5] }],
    ['sent', '0001 0000 0006 01 06 0004 0001', { ...unit, code: 6, offset: 4, values: [1] }],
    ['received', '0001 0000 0006 01 10 0004 0002', { ...unit, code: 16, offset: 4, count: 2 }],
    ['received', '0001 0000 0003 01 83 02', { ...unit, code: 3, exception: 2 }],
    ['sent', '0001 0000 0003 01 2b 0e', { ...unit, code: 43 }],
    // The answer was cut: only its whole registers are values.
    ['received', '0001 0000 00ff 01 03 fc 0007 00', { ...unit, code: 3, values: [7] }],
  ] as const)('decodes the Modbus frame %s %s', (direction, hex, decoded) => {
    expect(decode('modbus', direction, hex)).toEqual(decoded);
  });

  it.each(['', '00', '0001 0000 0006 01', '0001 4854 0006 01 03 0100 0002'])(
    'returns undefined for %j, which is not Modbus',
    (hex) => {
      expect(decode('modbus', 'sent', hex)).toBeUndefined();
    },
  );

  it('names commands and cyclic packets of EtherNet/IP', () => {
    expect(decode('etherNetIP', 'sent', '6500 0400 00000000 00000000')).toEqual({
      kind: 'command',
      name: 'RegisterSession',
    });
    expect(decode('etherNetIP', 'sent', '0200 0280 0800 01000000')).toEqual({ kind: 'cyclic', size: 10 });
    expect(decode('etherNetIP', 'sent', 'ffff 0000')).toBeUndefined();
    expect(decode('etherNetIP', 'sent', '65')).toBeUndefined();
  });

  it('returns the first line of texts, and nothing for other bytes', () => {
    const hex = Buffer.from('GET /state HTTP/1.1\r\nHost: box\r\n\r\n').toString('hex');
    expect(decode('http', 'sent', hex)).toEqual({ kind: 'text', text: 'GET /state HTTP/1.1' });
    expect(decode('stream', 'received', '0102ff')).toBeUndefined();
    expect(decode('ftp', 'received', '')).toBeUndefined();
  });
});
