import { type CameraCalibration, cameraCalibrationSchema } from '@cellwright/domain/equipment';
import { defineEntity } from './framework/definition.ts';

/** Calibrations of cameras: pose, lens and expected error. One document for each camera, under the id of its device. */
export const cameraCalibrations = defineEntity<CameraCalibration>({
  name: 'cameraCalibrations',
  noun: 'calibration',
  description: 'Calibrations of cameras, by the id of the camera',
  owner: 'equipment',
  schema: cameraCalibrationSchema,
  history: 'versions',
  may: {
    find: 'signedIn',
    get: 'signedIn',
    create: 'author',
    patch: 'author',
    remove: 'author',
  },
});
