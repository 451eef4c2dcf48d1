import { describe, expect, it } from 'vitest';
import { hasSimulator, placeOf } from './device-place.ts';

const device = (config: object) => ({
  id: 'equipment_1',
  config: { kind: 'SecondaryControlBox', name: 'Left arm', ...config },
  isEnabled: true,
  simulatorPort: 40_001,
});

describe('placeOf', () => {
  it('returns the simulator of a device for a simulated robot, and its address otherwise', () => {
    expect(placeOf(device({ host: '192.168.1.12' }), true)).toEqual({ kind: 'simulator', port: 40_001 });
    expect(placeOf(device({ host: '192.168.1.12' }), false)).toEqual({
      kind: 'network',
      address: '192.168.1.12:3000',
    });
  });

  it('returns the wired ports for every robot', () => {
    const jaw = device({ kind: 'CustomGripper', closeOutput: 'Output 3', partSensor: 'Flange Input 1' });
    for (const isCalculated of [true, false]) {
      expect(placeOf(jaw, isCalculated)).toEqual({ kind: 'ports', names: ['Output 3', 'Flange Input 1'] });
    }
  });

  it('returns undefined for a device without a connection, without a port, or with an unreadable configuration', () => {
    expect(placeOf(device({ kind: 'NoGripper' }), false)).toBeUndefined();
    expect(placeOf(device({ kind: 'CustomIO', ports: [] }), true)).toBeUndefined();
    expect(placeOf(device({ port: 'three' }), true)).toBeUndefined();
  });
});

describe('hasSimulator', () => {
  it.each([
    ['OnRobot2FG7', true],
    ['ModbusTCPServer', true],
    ['CustomGripper', false],
    ['NoGripper', false],
  ] as const)('returns true for kinds on a network: %s', (kind, expected) => {
    expect(hasSimulator(kind)).toBe(expected);
  });
});
