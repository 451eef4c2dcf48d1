import type { Vec3 } from '@cellwright/geometry';
import type { ArmModel, Inertia } from '../model/arm-model.ts';
import { buildFamilyArm } from './family.ts';

function inertia(mass: number, com: Vec3, diagonal: Vec3, products: Vec3): Inertia {
  const [ixx, iyy, izz] = diagonal;
  const [ixy, ixz, iyz] = products;
  return { mass, origin: { xyz: com, rpy: [0, 0, 0] }, ixx, ixy, ixz, iyy, iyz, izz };
}

/** The 1.3 m six-axis arm, core generation: three parallel axes, REST base frame = `world`. */
export const defaultArm: ArmModel = buildFamilyArm({
  name: 'cellwright_1300',
  origins: [
    [0, 0, 0.172],
    [-0.1885, 0, 0],
    [0.14635, 0, 0.5907],
    [-0.1498, 0, 0.5494],
    [0, 0, 0.1498],
    [-0.1621, 0, 0],
  ],
  shoulderAxis: [-1, 0, 0],
  elbowAxis: [-1, 0, 0],
  elbowRange: 2.879793,
  radii: { base: 0.085, upperArm: 0.07, forearm: 0.06, wrist: 0.05, flange: 0.04 },
  inertia: {
    base_link: inertia(
      1.3899,
      [3.5615e-7, -3.5615e-7, 0.038531],
      [0.0032902, 0.0032903, 0.0056833],
      [-4.9417e-13, 6.3717e-8, -6.3717e-8],
    ),
    shoulder_link: inertia(
      7.480009,
      [-0.015506, 5.3113e-6, 0.0020267],
      [0.029013, 0.0296005, 0.0236795],
      [1.13558e-6, -1.236705e-4, 7.83938e-8],
    ),
    upper_arm_link: inertia(
      13.27,
      [0.00037048, -1.0498e-6, 0.24431],
      [0.67313, 0.67925, 0.037155],
      [1.0675e-7, -0.0075436, -4.7892e-6],
    ),
    forearm_link: inertia(
      3.990155,
      [-0.0085627, -0.0006808, 0.2843689],
      [0.1834981, 0.1852287, 0.0059785],
      [5.42913e-5, -0.00223976, 2.26731e-4],
    ),
    wrist_1_link: inertia(
      2.349988,
      [0.0060338, 5.3047e-5, 0.0094943],
      [0.0053651, 0.0056917, 0.0027936],
      [-1.22216e-6, 7.53472e-5, -2.7715e-6],
    ),
    wrist_2_link: inertia(
      2.349988,
      [-0.0094943, -5.3047e-5, -0.0060338],
      [0.0027936, 0.0056917, 0.0053651],
      [-2.7715e-6, 7.53472e-5, -1.22216e-6],
    ),
    wrist_3_link: inertia(
      0.572776,
      [0.0477322, 0.00028404, -0.004978],
      [7.07097e-4, 6.79827e-4, 6.1568e-4],
      [7.23198e-6, 4.16184e-5, -2.50234e-6],
    ),
  },
});

/**
 * Initial position of the simulated arm, rad: upper arm upright, forearm level in front, tool pointing down. Elbow and
 * wrist are bent by a right angle, so no singularity is near.
 */
export const readyJoints: readonly number[] = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
