import { createKinematics, defaultArm, jointLimitsOf, readyJoints } from '@cellwright/arm';
import { placeObstacle } from '@cellwright/collision';
import type { JointAngles } from '@cellwright/domain/robot';
import type { Obstacle } from '@cellwright/domain/space';
import { composePoses, identityPose, type Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import { emptySurroundings, type Surroundings } from '../../arm/surroundings.ts';
import type { ToolModel } from '../../planner.ts';
import { Escape } from './escape.ts';
import { longTool, period, sixOf } from './jog.fixture.ts';
import { createJogResolver } from './jog-resolver.ts';

const limits = jointLimitsOf(defaultArm);
const ready = sixOf(readyJoints);
const noLoad = sixOf([]);
const directions = [0, 1, 2, 3, 4, 5].flatMap((joint) => [0.2, -0.2].map((velocity) => ({ joint, velocity })));

/** Creating a resolver is slow, so all tests share one. */
let around = { tool: bareFlange, surroundings: emptySurroundings };
const resolver = createJogResolver(
  defaultArm,
  () => around.tool,
  () => around.surroundings,
);
const wayOut = new Escape(limits);

interface Trapped {
  readonly joints: JointAngles;
  /** Torques on the joints, N·m; undefined for a jog without a failure. */
  readonly loads: JointAngles | undefined;
  readonly tool?: ToolModel;
  readonly surroundings?: Surroundings;
}

/** Jogs one joint and returns where the arm gets to; a failure that holds it back counts. */
function jogAlone(
  { joints, loads, tool = bareFlange, surroundings = emptySurroundings }: Trapped,
  { joint, velocity }: { readonly joint: number; readonly velocity: number },
  seconds: number,
): JointAngles {
  around = { tool, surroundings };
  resolver.reset();
  const velocities = sixOf(joints.map((_, index) => (index === joint ? velocity : 0)));
  let positions = joints;
  let moving = noLoad;
  for (let time = 0; time < seconds; time += period) {
    const arm = { positions, externalTorques: loads ?? [] };
    const oneWays = loads ? wayOut.listWays(arm) : [];
    const wished = resolver.resolve(
      { jogKind: 'joint', velocities },
      { positions, velocities: moving },
      period,
      oneWays,
    );
    moving = loads ? wayOut.allow(arm, wished, true, resolver) : wished;
    positions = sixOf(positions.map((angle, index) => angle + (moving[index] ?? 0) * period));
  }
  return positions;
}

function isMoved(from: JointAngles, to: JointAngles): boolean {
  return from.some((angle, joint) => Math.abs((to[joint] ?? 0) - angle) > 1e-5);
}

const canMove = (trapped: Trapped) =>
  directions.some((direction) => isMoved(trapped.joints, jogAlone(trapped, direction, 0.1)));

/** Some joints beyond their limits, the others anywhere within them. */
const anyJoints = fc
  .tuple(
    ...[0, 1, 2, 3, 4, 5].map((joint) => {
      const [lower, upper] = [limits.lower[joint] ?? 0, limits.upper[joint] ?? 0];
      const within = fc.double({ min: lower, max: upper, noNaN: true });
      const beyond = fc.double({ min: 0.001, max: 0.6, noNaN: true });
      return fc.oneof(
        { weight: 4, arbitrary: within },
        { weight: 1, arbitrary: beyond.map((by) => upper + by) },
        { weight: 1, arbitrary: beyond.map((by) => lower - by) },
        { weight: 1, arbitrary: fc.constantFrom(lower, upper) },
      );
    }),
  )
  .map(sixOf);
/** Loads on some joints. A joint at a limit came from inside, so its load opposes turning outwards. */
const anyLoads = fc.tuple(...[0, 1, 2, 3, 4, 5].map(() => fc.constantFrom(0, 0, 0, 40, -40))).map(sixOf);
const opposingOutwards = (joints: JointAngles, loads: JointAngles) =>
  sixOf(
    loads.map((torque, joint) => {
      const angle = joints[joint] ?? 0;
      if (angle >= (limits.upper[joint] ?? 0)) return Math.abs(torque);
      return angle <= (limits.lower[joint] ?? 0) ? -Math.abs(torque) : torque;
    }),
  );

describe('an arm in any posture, also beyond its limits and in contact', () => {
  it.each([
    ['without a tool', bareFlange],
    ['with a long tool', longTool],
  ])('can be jogged in some direction, %s', (_, tool) => {
    fc.assert(
      fc.property(anyJoints, (joints) => {
        expect(canMove({ joints, loads: undefined, tool })).toBe(true);
      }),
      { numRuns: propertyRuns(10, 300), seed: 12 },
    );
  });

  it('can be jogged out of a failure in some direction, also with loads on joints', () => {
    fc.assert(
      fc.property(anyJoints, anyLoads, (joints, loads) => {
        expect(canMove({ joints, loads: opposingOutwards(joints, loads) })).toBe(true);
      }),
      { numRuns: propertyRuns(10, 300), seed: 12 },
    );
  });
});

/** Walls at a gap (m) from the long tool at the ready pose: to its four sides and in front of it. */
function cageAround(gap: number, sides = [1, -1]): Surroundings {
  const tip = createKinematics(defaultArm).computeTipPose(ready);
  const thick = 0.01;
  const wall = (name: string, at: Vec3, size: Vec3): Obstacle => {
    const [x, y, z] = at;
    return { name, shape: { kind: 'box', size: [...size] }, pose: composePoses(tip, { ...identityPose, x, y, z }) };
  };
  const away = 0.04 + gap + thick / 2;
  const obstacles = [
    ...sides.map((side) => wall(`x ${side}`, [side * away, 0, 0.15], [thick, 0.06, 0.08])),
    ...sides.map((side) => wall(`y ${side}`, [0, side * away, 0.15], [0.06, thick, 0.08])),
    wall('front', [0, 0, 0.2 + gap + thick / 2], [0.06, 0.06, thick]),
  ];
  return { obstacles, place: placeObstacle, isReady: true };
}

describe('an arm with walls too close on all sides of its tool', () => {
  const wedged: Trapped = { joints: ready, loads: undefined, tool: longTool, surroundings: cageAround(0.003) };

  it('creeps in every direction, and stays blocked in none', () => {
    for (const direction of directions) {
      const { joint, velocity } = direction;
      const moved = ((jogAlone(wedged, direction, 0.4)[joint] ?? 0) - (ready[joint] ?? 0)) * Math.sign(velocity);
      expect(moved).toBeGreaterThan(0.003);
      expect(moved).toBeLessThan(0.013);
    }
  });

  it('keeps creeping in the held direction although the way back is open again', () => {
    const direction = { joint: 0, velocity: 0.2 };
    const [after = 0] = jogAlone(wedged, direction, 1);
    expect(after - ready[0]).toBeGreaterThan(0.02);
  });

  it('stays blocked towards the walls when one side is free', () => {
    const open = { ...wedged, surroundings: cageAround(0.003, [1]) };
    const isBlocked = directions.map((direction) => !isMoved(ready, jogAlone(open, direction, 0.1)));
    expect(isBlocked).toContain(true);
    expect(isBlocked).toContain(false);
  });
});

describe('a joint under load whose way is blocked by something that the arm does not touch yet', () => {
  const arm = { positions: ready, externalTorques: [40, 0, 0, 0, 0, 0] };
  const turn = sixOf([0, 0, -0.1, 0, 0, 0]);
  const escapeWith = (isOpen: boolean) =>
    wayOut.allow(arm, turn, false, { isOpen: () => isOpen, leavesContact: () => false });

  it('lets other joints turn, but the loaded one not the wrong way', () => {
    expect(escapeWith(false)).toEqual(turn);
    expect(escapeWith(true)).toEqual(noLoad);
    const wrong = sixOf([0.1, 0, -0.1, 0, 0, 0]);
    expect(wayOut.allow(arm, wrong, false, { isOpen: () => false, leavesContact: () => true })).toEqual(noLoad);
  });
});
