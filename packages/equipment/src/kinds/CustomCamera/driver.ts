import { CameraDriver } from '../../framework/camera/camera-driver.ts';
import type { DriverDefinition } from '../../framework/driver.ts';
import { customCameraContract } from './contract.ts';

export const customCameraDriver: DriverDefinition<typeof customCameraContract> = {
  contract: customCameraContract,
  create: (config, context) => new CameraDriver(config, context),
};
