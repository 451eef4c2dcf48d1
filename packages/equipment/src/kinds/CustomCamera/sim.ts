import { CameraSim } from '../../framework/camera/camera-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { customCameraContract, isOnWrist } from './contract.ts';

export const customCameraSim: SimDefinition<typeof customCameraContract> = {
  contract: customCameraContract,
  create: (config, context) => new CameraSim(config, isOnWrist, context),
};
