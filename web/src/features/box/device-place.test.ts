import { describe, expect, it } from 'vitest';
import { placeOf } from './device-place.ts';

const device = (config: object) => ({
  id: 'equipment_1',
  config: { kind: 'SecondaryControlBox', name: 'Left arm', ...config },
  isEnabled: true,
  simulatorPort: 40_001,
});

describe('where a device is reached', () => {
  it('is its simulator while the robot is only calculated, and its address otherwise', () => {
    expect(placeOf(device({ host: '192.168.1.12' }), true)).toEqual({ kind: 'simulator', port: 40_001 });
    expect(placeOf(device({ host: '192.168.1.12' }), false)).toEqual({
      kind: 'network',
      address: '192.168.1.12:3000',
    });
  });

  it('is the ports that it is wired to, whichever robot it is', () => {
    const jaw = device({ kind: 'CustomGripper', closeOutput: 'Output 3', partSensor: 'Flange Input 1' });
    for (const isCalculated of [true, false]) {
      expect(placeOf(jaw, isCalculated)).toEqual({ kind: 'ports', names: ['Output 3', 'Flange Input 1'] });
    }
  });

  it('is nowhere for what nothing is connected to, has no port yet, or cannot be read', () => {
    expect(placeOf(device({ kind: 'NoGripper' }), false)).toBeUndefined();
    expect(placeOf(device({ kind: 'CustomIO', ports: [] }), true)).toBeUndefined();
    expect(placeOf(device({ port: 'three' }), true)).toBeUndefined();
  });
});
