import { defaultArm, defaultCell } from '@cellwright/arm';
import { createArmWorld } from '@cellwright/collision';
import { describe, expect, it } from 'vitest';
import { planRecovery } from './recovery.ts';

const space = {
  lower: defaultArm.joints.map((joint) => joint.limits.lower),
  upper: defaultArm.joints.map((joint) => joint.limits.upper),
};
const world = createArmWorld(defaultArm, defaultCell);
const options = { budget: { checks: 50_000 } };
const depthAt = (q: ArrayLike<number>) => Math.min(0, world.measureClearance(q).clearance);

describe('planning a recovery from contact', () => {
  it('moves out of the floor with growing clearance, and ends clear', () => {
    const start = [0, 1.9, 0.6, 0, 0, 0];
    expect(depthAt(start)).toBeLessThan(-0.05);
    const plan = planRecovery(world, start, space, options);
    if (plan.kind !== 'planned') throw new Error(plan.kind);
    expect(plan.contacts.map(({ pair }) => pair.other)).toContain('floor');
    expect(Array.from(plan.path[0] ?? [])).toEqual(start);
    const depths = plan.path.map(depthAt);
    for (const [index, depth] of depths.entries())
      expect(depth).toBeGreaterThanOrEqual((depths[index - 1] ?? depth) - 2e-6);
    expect(world.checkConfiguration(plan.path.at(-1) ?? start)).toEqual({ kind: 'clear' });
  });

  it('causes no new contact', () => {
    const plan = planRecovery(world, [0, 0, 2.8, 1.5, 0, 0], space, options);
    if (plan.kind !== 'planned') throw new Error(plan.kind);
    const allowed = new Set(plan.contacts.map(({ pair }) => `${pair.link} ${pair.other}`));
    for (const q of plan.path) {
      for (const { pair } of world.listContacts(q)) expect(allowed).toContain(`${pair.link} ${pair.other}`);
    }
  });

  it('has nothing to do without contact', () => {
    expect(planRecovery(world, [0, 0, 0, 0, 0, 0], space, options)).toEqual({ kind: 'alreadyClear' });
  });

  it('repeats for the same seed', () => {
    const start = [0.3, 2.0, 0.4, 0.2, 0, 0];
    const planOf = () => planRecovery(world, start, space, { ...options, seed: 3 });
    expect(planOf()).toEqual(planOf());
  });

  it('names the obstacles when the arm cannot move', () => {
    const plan = planRecovery(world, [0, 1.9, 0.6, 0, 0, 0], space, { budget: { checks: 1 } });
    expect(plan).toMatchObject({ kind: 'stuck' });
    if (plan.kind === 'stuck') expect(plan.pairs.map((pair) => pair.other)).toContain('floor');
  });

  it('refuses five joints', () => {
    expect(planRecovery(world, [0, 0, 0, 0, 0], space)).toMatchObject({ kind: 'invalidRequest' });
  });
});
