/** Devices as the product stores them. */

export * from './calibration-board.ts';
export * from './calibration-views.ts';
export * from './camera.ts';
export * from './camera-calibration.ts';
export * from './connection-test.ts';
export * from './device-files.ts';
export * from './device-rehearsal.ts';
export * from './equipment.ts';
export * from './gripper-range.ts';
export * from './inspection.ts';
export * from './machine-readiness.ts';
export * from './register-probe.ts';
export * from './stop-device.ts';
export * from './vision.ts';
export * from './vision-args.ts';
