import { CameraSim } from '../../framework/camera/camera-sim.ts';
import type { SimDefinition } from '../../framework/sim.ts';
import { isOnWrist, wristCameraContract } from './contract.ts';

export const wristCameraSim: SimDefinition<typeof wristCameraContract> = {
  contract: wristCameraContract,
  create: (config, context) => new CameraSim(config, isOnWrist, context),
};
