import { defaultArm, largeArm, readyJoints, smallArm } from '@cellwright/arm';
import { type ArmSetup, armSetupOf } from './domain/arm-setup.ts';

/** The arms this controller can be, by the name of their model. They start in the ready pose. */
const arms = {
  cellwright_1300: armSetupOf(defaultArm, readyJoints),
  cellwright_small: armSetupOf(smallArm, readyJoints),
  cellwright_large: armSetupOf(largeArm, readyJoints),
} as const;

export const armNames = ['cellwright_1300', 'cellwright_small', 'cellwright_large'] as const;
export type ArmName = (typeof armNames)[number];

export function findArm(name: ArmName): ArmSetup {
  return arms[name];
}
