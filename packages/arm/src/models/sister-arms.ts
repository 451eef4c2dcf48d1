import type { ArmModel } from '../model/arm-model.ts';
import { buildFamilyArm } from './family.ts';

/** The small sister of the default arm (about 0.9 m). */
export const smallArm: ArmModel = buildFamilyArm({
  name: 'cellwright_small',
  origins: [
    [0, 0, 0.11325],
    [0.1569, 0, 0],
    [-0.126, 0, 0.477],
    [-0.12275, 0, 0.3495],
    [0, 0, 0.12275],
    [-0.1343, 0, 0],
  ],
  shoulderAxis: [1, 0, 0],
  elbowAxis: [1, 0, 0],
  elbowRange: 2.879793,
  radii: { base: 0.07, upperArm: 0.06, forearm: 0.05, wrist: 0.042, flange: 0.035 },
  inertia: {},
});

/** The large sister of the default arm (about 2 m). */
export const largeArm: ArmModel = buildFamilyArm({
  name: 'cellwright_large',
  origins: [
    [0, 0, 0.1945],
    [0.255, 0, 0],
    [-0.19775, 0, 1.025],
    [-0.158, 0, 0.817],
    [0, 0, 0.158],
    [-0.1486989, 0, 0],
  ],
  shoulderAxis: [1, 0, 0],
  elbowAxis: [1, 0, 0],
  elbowRange: Math.PI,
  radii: { base: 0.11, upperArm: 0.09, forearm: 0.075, wrist: 0.055, flange: 0.04 },
  inertia: {},
});
