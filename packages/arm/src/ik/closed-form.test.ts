import { distancePoses, identityPose, wrapAngle } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ArmModel,
  branchJoints,
  createInverseKinematics,
  createKinematics,
  defaultArm,
  IkFlag,
  type InverseKinematics,
  type Kinematics,
  largeArm,
  smallArm,
  ur5e,
} from '../index.ts';
import {
  disturb,
  jointAngles,
  modelOf,
  singularAngles,
  sphericalWristArm,
  threeParallelArm,
} from './random-arms.fixture.ts';

/** A typical industrial arm with a spherical wrist, 1.5 m. */
const sphericalArm = modelOf({
  a: [0.18, 0.6, 0.12, 0, 0, 0],
  d: [0.4, 0, 0, 0.62, 0, 0.115],
  alpha: [-Math.PI / 2, 0, Math.PI / 2, -Math.PI / 2, Math.PI / 2, 0],
});

interface Setup {
  readonly kinematics: Kinematics;
  readonly ik: InverseKinematics;
}

function setUp(model: ArmModel): Setup {
  const kinematics = createKinematics(model);
  return { kinematics, ik: createInverseKinematics(kinematics) };
}

interface Branch {
  readonly joints: readonly number[];
  readonly flags: number;
}

/** Returns every branch for the pose at `angles` after checking that each reaches it. */
function solveAndProve({ kinematics, ik }: Setup, angles: readonly number[], seed?: readonly number[]): Branch[] {
  const target = Float64Array.from(kinematics.computeTip(angles));
  const pose = kinematics.computeTipPose(angles);
  const solutions = ik.solveAll(target, seed);
  const branches = Array.from({ length: solutions.count }, (_, index) => ({
    joints: branchJoints(solutions, index),
    flags: solutions.flags[index] ?? 0,
  }));
  for (const { joints } of branches) {
    const { translation, rotation } = distancePoses(kinematics.computeTipPose(joints), pose);
    expect(Math.max(translation, rotation)).toBeLessThan(1e-9);
    expect(joints.every((angle) => angle > -Math.PI && angle <= Math.PI)).toBe(true);
  }
  return branches;
}

function contains(branches: readonly Branch[], angles: readonly number[], within: number): boolean {
  return branches.some(({ joints }) =>
    joints.every((value, index) => Math.abs(wrapAngle(value - (angles[index] ?? Number.NaN))) < within),
  );
}

describe.each([
  ['three parallel axes', threeParallelArm, 'threeParallel'],
  ['a spherical wrist', sphericalWristArm, 'sphericalWrist'],
] as const)('closed form of an arm with %s', (_, arm, method) => {
  it('recognizes the arm, and every branch reaches the pose, including the original posture', () => {
    fc.assert(
      fc.property(arm, jointAngles, (model, angles) => {
        const setup = setUp(model);
        expect(setup.ik.method).toBe(method);
        expect(setup.ik.isExact).toBe(true);
        const branches = solveAndProve(setup, angles);
        const isSingular = branches.some(({ flags }) => (flags & anySingular) !== 0);
        // Angles are ill-conditioned near a singularity; the poses above are not.
        const { smallestSingularValue } = setup.kinematics.measureSingularity(angles);
        if (!isSingular && smallestSingularValue > 1e-4) expect(contains(branches, angles, 1e-7)).toBe(true);
        expect(branches.length).toBeGreaterThan(0);
        expect(new Set(branches.map(({ flags }) => flags & anyFlip)).size).toBe(branches.length);
      }),
      { numRuns: propertyRuns(80, 500) },
    );
  });

  it('solves exactly at and near every kind of singularity and several at once', () => {
    fc.assert(
      fc.property(arm, singularAngles, (model, angles) => {
        expect(solveAndProve(setUp(model), angles, angles).length).toBeGreaterThan(0);
        expect(solveAndProve(setUp(model), angles).length).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(250, 2000) },
    );
  });
});

it('returns the seed posture when rounding leaves no branch at several simultaneous singularities', () => {
  // Upright, on its first axis, with the fifth angle slightly above the threshold for a free angle.
  const arm = modelOf({
    a: [0, 0.1, 0.1, 0, 0, 0],
    d: [0, 0, 0, 0, 0.0001, 0],
    alpha: [Math.PI / 2, 0, Math.PI, -Math.PI / 2, Math.PI / 2, 0],
    theta: [0, 0, 0, -0.01, 0, 0],
  });
  const angles = [0, -Math.PI / 2, 0, 0, -2.0000404901183348e-10, 0];
  expect(solveAndProve(setUp(arm), angles, angles).length).toBeGreaterThan(0);
});

const anySingular = IkFlag.shoulderSingular + IkFlag.elbowSingular + IkFlag.wristSingular;
const anyFlip = IkFlag.shoulderFlipped + IkFlag.elbowFlipped + IkFlag.wristFlipped;

describe.each([defaultArm, smallArm, largeArm, ur5e].map((model) => [model.name, model] as const))(
  'closed-form branches of %s',
  (_, model) => {
    const setup = setUp(model);

    it('number 2, 4, 6 or 8 away from singularities, all different', () => {
      fc.assert(
        fc.property(jointAngles, (angles) => {
          const branches = solveAndProve(setup, angles);
          if (branches.some(({ flags }) => (flags & anySingular) !== 0)) return;
          expect([2, 4, 6, 8]).toContain(branches.length);
          branches.forEach((branch, index) => {
            expect(contains(branches.slice(index + 1), branch.joints, 1e-7)).toBe(false);
          });
        }),
        { numRuns: propertyRuns(50, 300) },
      );
    });

    it('form a complete set: solving any branch returns the same set', () => {
      fc.assert(
        fc.property(jointAngles, (angles) => {
          const branches = solveAndProve(setup, angles);
          fc.pre(setup.kinematics.measureSingularity(angles).smallestSingularValue > 1e-3);
          for (const { joints } of branches) {
            const again = solveAndProve(setup, joints);
            expect(again.length).toBe(branches.length);
            for (const other of branches) expect(contains(again, other.joints, 1e-5)).toBe(true);
          }
        }),
        { numRuns: propertyRuns(20, 100) },
      );
    });
  },
);

describe('closed form at a singularity', () => {
  const near = [0, 1e-16, 1e-13, 1e-11, 3e-10, 7e-10, 1e-9, 1e-8, 1e-7, 9e-7];

  it.each(near)('returns exact, flagged branches near the wrist singularity (off by %d rad)', (off) => {
    for (const setup of [setUp(defaultArm), setUp(ur5e), setUp(sphericalArm)]) {
      for (const fifth of [off, Math.PI - off, -off]) {
        const angles = [0.3, -0.9, 1.1, 0.4, fifth, 0.8];
        const branches = solveAndProve(setup, angles, angles);
        expect(branches.length).toBeGreaterThan(0);
        const flagged = branches.filter(({ flags }) => (flags & IkFlag.wristSingular) !== 0);
        expect(contains(flagged, angles, off === 0 || off > 1e-8 ? 1e-6 : 2)).toBe(true);
      }
    }
  });

  it.each(near)('returns exact, flagged branches near the elbow singularity (off by %d rad)', (off) => {
    const arms: [Setup, number][] = [
      [setUp(defaultArm), 0],
      [setUp(ur5e), 0],
      [setUp(sphericalArm), stretchedElbow],
    ];
    for (const [setup, elbow] of arms) {
      for (const third of [elbow + off, elbow - off]) {
        const angles = [0.3, -0.9, third, 0.4, 0.7, 0.8];
        const branches = solveAndProve(setup, angles, angles);
        expect(branches.length).toBeGreaterThan(0);
        const flagged = branches.filter(({ flags }) => (flags & IkFlag.elbowSingular) !== 0);
        expect(contains(flagged, angles, 1e-6)).toBe(true);
      }
    }
  });
});

/**
 * Angle at which the wrist point of the spherical arm, 0.12 along axis x3 and 0.62 along z, is in line with its upper
 * arm.
 */
const stretchedElbow = Math.PI / 2 - Math.atan2(0.12, 0.62) - Math.PI;

describe('closed form of a calibrated arm', () => {
  it.each([
    ['default', defaultArm],
    ['UR5e', ur5e],
    ['spherical', sphericalArm],
  ] as const)('keeps the branches of %s, up to 5 mrad and 2 mm off', (_, nominal) => {
    const setup = setUp(disturb(nominal, 0.002, 0.005));
    expect(setup.ik.method).not.toBe('numeric');
    expect(setup.ik.isExact).toBe(false);
    let missed = 0;
    fc.assert(
      fc.property(jointAngles, (angles) => {
        const branches = solveAndProve(setup, angles);
        fc.pre(setup.kinematics.measureSingularity(angles).smallestSingularValue > 0.02);
        if (!contains(branches, angles, 1e-6)) missed += 1;
      }),
      { numRuns: propertyRuns(60, 300), seed: 7 },
    );
    expect(missed).toBe(0);
  });
});

describe('closed form of a calibrated arm whose nearly parallel axes cross far away', () => {
  it('recognizes and solves the arm', () => {
    // As reported by controllers: 250 m out along the second axis and back along the third, turned by a milliradian.
    const setup = setUp(
      modelOf({
        a: [0, -0.425, -0.3922, 0, 0, 0],
        d: [0.1625, 250, -250, 0.1333, 0.0997, 0.0996],
        alpha: [Math.PI / 2, 1e-3, -1e-3, Math.PI / 2, -Math.PI / 2, 0],
      }),
    );
    expect(setup.ik.method).toBe('threeParallel');
    fc.assert(
      fc.property(jointAngles, (angles) => {
        const target = Float64Array.from(setup.kinematics.computeTip(angles));
        const before = setup.kinematics.computeTipPose(angles);
        const solutions = setup.ik.solveAll(target);
        expect(solutions.count).toBeGreaterThan(0);
        for (let index = 0; index < solutions.count; index += 1) {
          const after = setup.kinematics.computeTipPose(branchJoints(solutions, index));
          expect(distancePoses(before, after).translation).toBeLessThan(1e-9);
        }
      }),
    );
  });
});

describe('closed form for an impossible target', () => {
  const { ik } = setUp(defaultArm);

  it('returns no branches', () => {
    expect(ik.solveAllForPose({ ...identityPose, x: 3 }).count).toBe(0);
    expect(ik.solveAllForPose({ ...identityPose, x: 0.01, z: 0.5 }).count).toBe(0);
    expect(ik.solveAllForPose({ ...identityPose, x: Number.NaN }).count).toBe(0);
    expect(ik.solveAllForPose({ ...identityPose, w: 3 }).count).toBe(0);
    expect(ik.solveAllForPose({ ...identityPose, x: 1e308, y: 1e308 }).count).toBe(0);
  });
});
