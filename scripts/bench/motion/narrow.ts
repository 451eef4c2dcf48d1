/**
 * Measures plans in narrow scenes: between thin bars, and into a cage that is open at the front. Usage: narrow [plans
 * per scene, 250]
 */

import { defaultArm, jointLimitsOf } from '@cellwright/arm';
import { applyScene, createRandom } from '@cellwright/collision';
import { emptyScene, type Obstacle, type PlanningScene } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { trajectoryDuration } from '@cellwright/trajectory';
import { type ArmContext, createArmContext, tcpPoseOf } from '../../../services/motion/src/domain/arm-context.ts';
import { runTask } from '../../../services/motion/src/domain/task.ts';

/** Maximum time of the slowest plan, ms. */
const mostMS = 100;
/** Number of warm-up plans, so that the code is compiled, as in a running cell. */
const warmUpPlans = 20;

type Size = [number, number, number];

function box(name: string, place: Size, size: Size): Obstacle {
  const [x, y, z] = place;
  return { name, pose: { ...identityPose, x, y, z }, shape: { kind: 'box', size } };
}

/** Returns upright bars of 2 cm on a circle around the arm, a third of a metre apart. */
function bars(): Obstacle[] {
  return Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * 2 * Math.PI;
    return box(`bar ${index}`, [0.65 * Math.cos(angle), 0.65 * Math.sin(angle), 0.5], [0.02, 0.02, 1.5]);
  });
}

/** Returns four walls and a lid of 2 cm in front of the arm; the side to the arm is open. */
function cage(): Obstacle[] {
  const [x, z] = [0.75, 0.55];
  return [
    box('back', [x + 0.3, 0, z], [0.02, 0.6, 0.6]),
    box('left', [x, 0.3, z], [0.6, 0.02, 0.6]),
    box('right', [x, -0.3, z], [0.6, 0.02, 0.6]),
    box('lid', [x, 0, z + 0.3], [0.6, 0.6, 0.02]),
    box('floor of the cage', [x, 0, z - 0.3], [0.6, 0.6, 0.02]),
  ];
}

interface Field {
  readonly name: string;
  readonly obstacles: Obstacle[];
  /** True if a goal with the flange at this position is relevant for the scene. */
  isGoal(x: number, y: number, z: number): boolean;
  isStart(x: number, y: number, z: number): boolean;
}

const fields: readonly Field[] = [
  {
    name: 'bars',
    obstacles: bars(),
    isGoal: (x, y, z) => Math.hypot(x, y) > 0.72 && z > 0.2 && z < 1,
    isStart: (x, y, z) => Math.hypot(x, y) > 0.72 && z > 0.2 && z < 1,
  },
  {
    name: 'cage',
    obstacles: cage(),
    isGoal: (x, y, z) => x > 0.6 && x < 1 && Math.abs(y) < 0.22 && Math.abs(z - 0.55) < 0.22,
    isStart: (x, y, z) => (x < 0.3 || Math.abs(y) > 0.4) && z > 0.2,
  },
];

/** Returns random joint angles, without contact, with the flange at a relevant position. */
function draw(arm: ArmContext, random: () => number, isWanted: Field['isGoal']): number[] {
  const { lower, upper } = jointLimitsOf(defaultArm);
  for (;;) {
    const joints = lower.map((low, joint) => low / 2 + (((upper[joint] ?? 0) - low) / 2) * random());
    const { x, y, z } = tcpPoseOf(arm, joints, identityPose);
    if (isWanted(x, y, z) && arm.checker.measureClearance(joints) > 0.01) return joints;
  }
}

interface Measured {
  readonly times: number[];
  /** Processor time, which other load on the machine hardly changes, ms. */
  readonly processor: number[];
  /** Number of checked configurations. */
  readonly checks: number[];
  readonly refused: number;
  readonly motionS: number;
}

function planField(field: Field, count: number): Measured {
  const arm = createArmContext(defaultArm, () => performance.now());
  const scene: PlanningScene = { ...emptyScene('simulated'), revision: 1, obstacles: field.obstacles };
  applyScene(arm.checker.world, scene);
  const source = createRandom(7);
  const random = () => source.next();
  const times: number[] = [];
  const processor: number[] = [];
  const checks: number[] = [];
  let refused = 0;
  let motionS = 0;
  for (let index = -warmUpPlans; index < count; index++) {
    const startJoints = draw(arm, random, field.isStart);
    const joints = draw(arm, random, field.isGoal);
    const target = { target: { joints }, motionKind: 'joint', motionSpeed: 100, blendRadius: 0 } as const;
    const targets = [{ ...target, stopHere: false, limits: {}, usesFlange: true }];
    const request = { startJoints, targets, limits: {}, tool: { tcp: identityPose, boxes: [] }, mayAvoid: true };
    const before = arm.checker.world.checks;
    const usedBefore = process.cpuUsage();
    const begun = performance.now();
    const plan = runTask(arm, { kind: 'move', request: { ...request, seed: 1 }, scene });
    if (index < 0) continue;
    times.push(performance.now() - begun);
    const used = process.cpuUsage(usedBefore);
    processor.push((used.user + used.system) / 1000);
    checks.push(arm.checker.world.checks - before);
    if (!plan.ok) refused += 1;
    else if ('segments' in plan) {
      for (const { trajectory } of plan.segments) motionS += trajectoryDuration(trajectory) / count;
    }
  }
  return { times, processor, checks, refused, motionS };
}

/** Returns median, 95th percentile and maximum. */
function spread(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1));
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}

export async function run(args: readonly string[] = []): Promise<void> {
  const count = Number(args[0] ?? 250);
  const results = fields.map((field) => ({ name: field.name, ...planField(field, count) }));
  const all = {
    name: 'all',
    times: results.flatMap(({ times }) => times),
    processor: results.flatMap(({ processor }) => processor),
    checks: results.flatMap(({ checks }) => checks),
    refused: results.reduce((sum, row) => sum + row.refused, 0),
    motionS: results.reduce((sum, row) => sum + row.motionS / results.length, 0),
  };
  const told = [...results, all].map(({ name, times, processor, checks, refused, motionS }) => ({
    name,
    plans: times.length,
    refused,
    timeMS: spread(times),
    processorMS: spread(processor),
    checks: spread(checks),
    meanMotionS: Number(motionS.toFixed(4)),
  }));
  console.log(JSON.stringify(told, undefined, 2));
  if ((told.at(-1)?.timeMS.most ?? 0) >= mostMS) process.exitCode = 1;
}
