import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { calibrationOf } from './camera.fixture.ts';
import { createAim } from './vision-target.ts';

const record: EquipmentRecord = {
  ...{ id: 'eye', isEnabled: true, simulatorPort: 20_001 },
  config: { kind: 'WristCamera', name: 'Eye' },
};
const intrinsics = { width: 640, height: 480, fx: 600, fy: 600, ppx: 320, ppy: 240 };
const calibration = { id: 'eye', ...calibrationOf(identityPose, intrinsics) };

const unused = () => {
  throw new Error('not in this test');
};
/** A camera whose stored calibration is this; null without one. */
function aimWith(stored: object | null) {
  const host = {
    get: async () => {
      if (stored === null) throw new ProductError('not_found', 'There is no calibration');
      return { id: 'eye', version: 1, text: JSON.stringify(stored) };
    },
  };
  const camera = { follow: unused, current: unused, applySettings: unused, readIntrinsics: unused };
  return createAim({ camera: () => camera, getPosition: unused, host })(record, 'simulated');
}

describe('findCalibration', () => {
  it('reads a stored calibration with the fields of every answer', async () => {
    const stamps = { version: 3, createdAt: '2026-01-01T00:00:00Z', updatedByName: 'Ada' };
    const { id: _, ...result } = calibration;
    expect(await aimWith({ ...calibration, ...stamps }).findCalibration()).toEqual(result);
  });

  it('finds none without one, and none that lacks its details', async () => {
    expect(await aimWith(null).findCalibration()).toBeUndefined();
    expect(await aimWith({ ...calibration, intrinsics: undefined }).findCalibration()).toBeUndefined();
  });
});
