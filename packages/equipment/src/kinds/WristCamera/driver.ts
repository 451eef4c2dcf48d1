import { CameraDriver } from '../../framework/camera/camera-driver.ts';
import type { DriverDefinition } from '../../framework/driver.ts';
import { wristCameraContract } from './contract.ts';

export const wristCameraDriver: DriverDefinition<typeof wristCameraContract> = {
  contract: wristCameraContract,
  create: (config, context) => new CameraDriver(config, context),
};
