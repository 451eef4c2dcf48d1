import { describe, expect, it } from 'vitest';
import { sensorIn } from './sensor-readings.ts';

const state = {
  connected: true,
  status: 'idle',
  sensors: [
    { id: 'closed', name: 'Closed', value: 'high' },
    { id: 'full', name: 'Full' },
    { id: 'hot', name: 'Hot', problem: 'there is no such register' },
  ],
};

describe('the sensor of a device', () => {
  it.each(['closed', 'Closed'])('can be found by its id and by its name: %s', (sensorID) => {
    expect(sensorIn(state, sensorID)).toEqual({ ok: true, value: 'high' });
  });

  it.each([
    ['that it has not answered for', state, 'full', 'The sensor Full cannot be read: the device has not answered'],
    ['that it refuses', state, 'hot', 'The sensor Hot cannot be read: there is no such register'],
    ['that it has not', state, 'cold', 'The sensor cold cannot be read: the device has no such sensor'],
    [
      'that is gone',
      { ...state, connected: false, error: 'No connection to 10.0.0.8:502' },
      'closed',
      'The sensor closed cannot be read: No connection to 10.0.0.8:502',
    ],
    ['that tells nonsense', null, 'closed', 'The sensor closed cannot be read: the device says nothing'],
  ])('has no level for one %s, and reports the reason', (_, told, sensorID, message) => {
    expect(sensorIn(told, sensorID)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});
