import { defaultArm, jointLimitsOf, readyJoints } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import { Escape } from './escape.ts';
import { jogFor, sixOf } from './jog.fixture.ts';
import type { JogCommand } from './jog-motion.ts';
import { createJogResolver } from './jog-resolver.ts';

const limits = jointLimitsOf(defaultArm);
const ready = sixOf(readyJoints);
const checker = createSelfCollisionChecker(defaultArm, undefined, undefined, { margin: 0.005 });

function jogOf(joint: number, velocity: number): JogCommand {
  return { jogKind: 'joint', velocities: sixOf(ready.map((_, index) => (index === joint ? velocity : 0))) };
}

/** The ready pose with one joint beyond a limit, as a fault leaves it. */
function overrun(joint: number, size: number) {
  const limit = (size > 0 ? limits.upper[joint] : limits.lower[joint]) ?? 0;
  return sixOf(ready.map((angle, index) => (index === joint ? limit + size : angle)));
}

const joints = [0, 1, 2, 3, 4, 5];
const cases = joints.flatMap((joint) => [0.05, -0.05, 0.6, -0.6].map((size) => [joint, size] as const));

describe('a joint beyond its limit', () => {
  it.each(cases)('turns back within it: joint %d by %d rad', (joint, size) => {
    const { end, reasons } = jogFor(
      Math.abs(size) / 0.1 + 3,
      jogOf(joint, -Math.sign(size) * 0.25),
      overrun(joint, size),
    );
    expect(end[joint]).toBeLessThanOrEqual(limits.upper[joint] ?? 0);
    expect(end[joint]).toBeGreaterThanOrEqual(limits.lower[joint] ?? 0);
    expect(reasons.every((reason) => !reason.includes('limit'))).toBe(true);
  });

  it('never turns further, or together with another joint into a contact', () => {
    const start = overrun(1, 0.05);
    expect(jogFor(1, jogOf(1, 0.2), start).end).toEqual(start);
    const both: JogCommand = { jogKind: 'joint', velocities: [0, -0.1, -0.1, 0, 0, 0] };
    expect(jogFor(1, both, start).end).toEqual(start);
  });

  it('can turn back behind the limit, also from a contact with the floor', () => {
    for (const [joint, size] of cases) {
      const end = sixOf(overrun(joint, Math.sign(size) * -1e-3));
      if (checker.measureClearance(end) > 0.005) continue;
      const ways = joints.flatMap((each) => [0.2, -0.2].map((velocity) => jogFor(1, jogOf(each, velocity), end).end));
      const best = Math.max(...ways.map((way) => checker.measureClearance(way)));
      expect(best).toBeGreaterThan(checker.measureClearance(end));
    }
  });

  it('turns back also against a load', () => {
    const wayOut = new Escape(limits);
    const free = { isOpen: () => true, leavesContact: () => false };
    for (const torque of [40, -40]) {
      const externalTorques = [0, torque, 0, 0, 0, 0];
      const arm = { positions: overrun(1, 0.05), externalTorques };
      expect(wayOut.allow(arm, sixOf([0, -0.5, 0, 0, 0, 0]), false, free)[1]).toBe(-0.1);
      expect(wayOut.allow(arm, sixOf([0, 0.5, 0, 0, 0, 0]), false, free)[1]).toBe(0);
    }
  });
});

describe('a loaded joint whose way is blocked', () => {
  // The forearm is at the stand, as the way back from an overrun leaves it.
  const atStand = sixOf([0, -2.3473547719492034, -2.8714117179831, -6.276385, -6.276385, -6.2750065]);
  const wayOut = new Escape(limits);
  /** Velocities that reach the arm after a second of a slow jog of one joint, with a load on the first joint. */
  const escapeBy = (joint: number, velocity: number) => {
    const resolver = createJogResolver(defaultArm, () => bareFlange);
    const velocities = sixOf(ready.map((_, index) => (index === joint ? velocity : 0)));
    let wished = sixOf([]);
    for (let time = 0; time < 1; time += 0.02) {
      const arm = { positions: atStand, velocities: wished };
      wished = resolver.resolve({ jogKind: 'joint', velocities }, arm, 0.02);
    }
    const arm = { positions: atStand, externalTorques: [40, 0, 0, 0, 0, 0] };
    return wayOut.allow(arm, wished, false, resolver);
  };

  it('stays blocked', () => {
    expect(checker.measureClearance(atStand)).toBeLessThan(0.005);
    for (const velocity of [0.2, -0.2]) expect(escapeBy(0, velocity)).toEqual(sixOf([]));
  });

  it('lets another joint lead away from what the arm touches, slowly', () => {
    expect(escapeBy(2, -0.2)[2]).toBeLessThan(-0.01);
    expect(escapeBy(2, 0.2)).toEqual(sixOf([]));
  });

  it('needs a motion away from the load where the arm touches nothing', () => {
    const arm = { positions: ready, externalTorques: [40, 0, 0, 0, 0, 0] };
    const resolver = createJogResolver(defaultArm, () => bareFlange);
    const turn = sixOf([0, 0, -0.1, 0, 0, 0]);
    expect(resolver.leavesContact(ready, turn)).toBe(false);
    expect(wayOut.allow(arm, turn, false, resolver)).toEqual(sixOf([]));
  });
});
