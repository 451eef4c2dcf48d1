import type { Vec3 } from '@cellwright/geometry';
import type { ArmModel, ArmMotionLimits, Inertia, JointModel, LinkModel } from '../model/arm-model.ts';
import { jerkPerAcceleration } from '../model/motion-limits.ts';
import { fitCapsules, type HousingRadii } from './capsules.ts';

const acceleration = [1.8, 1.8, 2.5, 3.4, 3.4, 2];

/** The specification's motion limits: velocities and accelerations, ten times as much jerk, and harder stops. */
const familyMotionLimits: ArmMotionLimits = {
  velocity: [4.7, 4.7, 5, 6.8, 6.8, 6.8],
  acceleration,
  jerk: acceleration.map((value) => value * jerkPerAcceleration),
  stopDeceleration: [12, 12, 13, 17, 17, 17],
};

/**
 * Parameters that differ between the sizes of the arm. Origins in metres, axes in the joint frame, the elbow's range ±
 * rad.
 */
export interface ArmSize {
  readonly name: string;
  readonly origins: readonly [Vec3, Vec3, Vec3, Vec3, Vec3, Vec3];
  readonly shoulderAxis: Vec3;
  readonly elbowAxis: Vec3;
  readonly elbowRange: number;
  readonly radii: HousingRadii;
  readonly inertia: Readonly<Record<string, Inertia>>;
}

const linkNames = [
  'base_link',
  'shoulder_link',
  'upper_arm_link',
  'forearm_link',
  'wrist_1_link',
  'wrist_2_link',
  'wrist_3_link',
] as const;

const fullRange = 6.283185;
const shoulderRange = 2.356194;

/** Builds one size of the arm: world → base_link turned by −90°, six joints, and tool0 pointing out of the flange. */
export function buildFamilyArm(size: ArmSize): ArmModel {
  const back: Vec3 = [-1, 0, 0];
  const up: Vec3 = [0, 0, 1];
  const axes = [up, size.shoulderAxis, size.elbowAxis, back, up, back];
  const ranges = [fullRange, shoulderRange, size.elbowRange, fullRange, fullRange, fullRange];
  const velocities = [4.712389, 4.712389, 5.026548, 6.806784, 6.806784, 6.806784];
  const efforts = [346, 346, 163, 63, 63, 63];
  const joints = size.origins.map((xyz, index): JointModel => {
    const range = ranges[index] ?? fullRange;
    return {
      name: `joint${index}`,
      parent: linkNames[index] ?? '',
      child: linkNames[index + 1] ?? '',
      origin: { xyz, rpy: [0, 0, 0] },
      axis: axes[index] ?? up,
      limits: { lower: -range, upper: range, velocity: velocities[index] ?? 0, effort: efforts[index] ?? 0 },
    };
  });
  return {
    name: size.name,
    root: 'world',
    tip: 'tool0',
    joints,
    fixedFrames: [
      {
        name: 'base_joint',
        parent: 'world',
        child: 'base_link',
        origin: { xyz: [0, 0, 0], rpy: [0, 0, -Math.PI / 2] },
      },
      {
        name: 'tool_joint',
        parent: 'wrist_3_link',
        child: 'tool0',
        origin: { xyz: [0, 0, 0], rpy: [Math.PI / 2, 0, -Math.PI / 2] },
      },
    ],
    links: buildLinks(size),
    motionLimits: familyMotionLimits,
  };
}

function buildLinks({ origins, radii, inertia }: ArmSize): readonly LinkModel[] {
  const [joint0, joint1, joint2, joint3, , joint5] = origins;
  const capsules = fitCapsules({ joint0, joint1, joint2, joint3, joint5 }, radii);
  return [
    { name: 'world', collision: [] },
    ...linkNames.map((name) => {
      const own = inertia[name];
      return { name, collision: capsules[name] ?? [], ...(own ? { inertia: own } : {}) };
    }),
    { name: 'tool0', collision: [] },
  ];
}
