import type { ArmModel } from '../model/arm-model.ts';
import { defaultArm } from './default-arm.ts';
import { largeArm, smallArm } from './sister-arms.ts';

/** Arms of the family, by the names used in a cell's configuration. */
const shipped: ReadonlyMap<string, ArmModel> = new Map(
  [defaultArm, smallArm, largeArm].map((model) => [model.name, model]),
);

export const shippedArmNames: readonly string[] = [...shipped.keys()];

export function findShippedArm(name: string): ArmModel | undefined {
  return shipped.get(name);
}
