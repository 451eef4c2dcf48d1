import { type ArmModel, type CollisionGeometry, defaultArm, readyJoints } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createSelfCollisionChecker } from './self-collision.ts';

const checker = createSelfCollisionChecker(defaultArm);
const pole = { shape: { kind: 'box', size: [0.1, 0.1, 1.2] }, pose: { ...identityPose, z: 0.65 } } as const;

/** A vertical disc, m. */
function disc(bottom: number, top: number, radius: number): CollisionGeometry {
  const origin = { xyz: [0, 0, (bottom + top) / 2], rpy: [0, 0, 0] } as const;
  return { kind: 'cylinder', origin, radius, length: top - bottom };
}

/** Height of the shoulder's frame above the base, m. */
const shoulderHeight = 0.172;

/** The arm with other discs as its base and as its shoulder, which turns on it; heights above the base, m. */
function armOnDiscs(base: CollisionGeometry, shoulder: readonly [number, number, number]): ArmModel {
  const [bottom, top, radius] = shoulder;
  const shapes = new Map([
    ['base_link', base],
    ['shoulder_link', disc(bottom - shoulderHeight, top - shoulderHeight, radius)],
  ]);
  const links = defaultArm.links.map((link) => {
    const shape = shapes.get(link.name);
    return shape ? { ...link, collision: [shape] } : link;
  });
  return { ...defaultArm, links };
}

describe('A checker of links that touch in every posture', () => {
  it.each([
    ['the base inside the first moving link', disc(0.01, 0.05, 0.07), [0.005, 0.1, 0.09]],
    ['faces that meet', disc(0, 0.05, 0.07), [0.05, 0.1, 0.07]],
    ['faces with less than the margin between them', disc(0, 0.05, 0.07), [0.0503, 0.1, 0.07]],
  ] as const)('ignores them: %s', (_, base, shoulder) => {
    const near = createSelfCollisionChecker(armOnDiscs(base, shoulder), undefined, undefined, { margin: 0.0005 });
    expect(near.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
    expect(near.checkMotion(readyJoints, [1, ...readyJoints.slice(1)])).toEqual({ kind: 'clear' });
    expect(near.ignoredPairs).toContainEqual(['base_link', 'shoulder_link']);
  });

  it('checks them with a visible gap between them', () => {
    const near = createSelfCollisionChecker(armOnDiscs(disc(0, 0.05, 0.07), [0.055, 0.1, 0.07]));
    expect(near.measureClearance(readyJoints)).toBeCloseTo(0.005, 3);
    expect(near.ignoredPairs).not.toContainEqual(['base_link', 'shoulder_link']);
  });

  it('ignores the first moving link and the stand, but checks the stand with the other links', () => {
    const enclosing = createSelfCollisionChecker(armOnDiscs(disc(0, 0.05, 0.07), [0, 0.1, 0.09]));
    expect(enclosing.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
    expect(enclosing.ignoredPairs).toContainEqual(['shoulder_link', 'stand']);
    expect(checker.ignoredPairs.flat()).not.toContain('stand');
    const folded = enclosing.checkConfiguration([0, 2.3, 1.6, 0, 0, 0]);
    expect(folded).toMatchObject({ kind: 'collision', pair: { otherKind: 'obstacle' } });
  });
});

describe('SelfCollisionChecker', () => {
  it('finds no contact at the ready pose and at zero', () => {
    expect(checker.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
    expect(checker.checkConfiguration([0, 0, 0, 0, 0, 0])).toEqual({ kind: 'clear' });
    expect(checker.measureClearance(readyJoints)).toBeGreaterThan(0);
  });

  it('names the touching pair and its depth', () => {
    const folded = checker.checkConfiguration([0, 0, 2.8, 1.5, 0, 0]);
    expect(folded).toMatchObject({ pair: { link: 'upper_arm_link', other: 'wrist_2_link', otherKind: 'link' } });
    const bent = checker.checkConfiguration([0, 2.3, 1, 0, 0, 0]);
    expect(bent).toMatchObject({ kind: 'collision', pair: { other: 'floor', otherKind: 'obstacle' } });
    if (bent.kind === 'collision') expect(bent.clearance).toBeLessThan(-0.5);
  });

  it('refuses a motion that touches only between its clear ends', () => {
    const from = [0, 0, 2.8, 0, 0, 0];
    const to = [0, 0, 2.8, 3.1, 0, 0];
    expect(checker.checkConfiguration(from).kind).toBe('clear');
    expect(checker.checkConfiguration(to).kind).toBe('clear');
    const check = checker.checkMotion(from, to);
    expect(check).toMatchObject({ kind: 'collision', pair: { link: 'upper_arm_link' } });
    if (check.kind === 'collision') expect(check.at).toBeGreaterThan(0);
  });

  it('names the segment of a path with contact', () => {
    const path = [readyJoints, [0, 0, 1.2, 0, 0, 0], [0, 2.3, 1, 0, 0, 0]];
    expect(checker.checkPath(path)).toMatchObject({ kind: 'collision', segment: 1 });
    expect(checker.checkPath(path.slice(0, 2))).toEqual({ kind: 'clear' });
  });

  it('accepts a motion with a constant tiny clearance', () => {
    // Forearm and wrist 3 stay 1.6 µm apart while the shoulder and the elbow turn.
    const check = checker.checkMotion([-4.8, -0.1, -0.9, 4.1, -3.6, -3.4], [-4.8, 0.1, 0.9, 4.1, -3.6, -3.4]);
    expect(check).toEqual({ kind: 'clear' });
  });

  it('allows the pairs that always touch, and reports them', () => {
    expect(checker.world.alwaysTouchingPairs).toContainEqual(['upper_arm_link', 'forearm_link']);
    expect(checker.world.alwaysTouchingPairs).not.toContainEqual(['upper_arm_link', 'wrist_1_link']);
  });

  it('checks attachments until they are removed', () => {
    const holding = createSelfCollisionChecker(defaultArm);
    expect(holding.attach({ name: 'payload', link: 'tool0', parts: [pole] })).toEqual({
      kind: 'attached',
      alwaysTouching: [],
    });
    const pair = { link: 'payload', other: 'floor' };
    expect(holding.checkConfiguration(readyJoints)).toMatchObject({ kind: 'collision', pair });
    expect(holding.detach('payload')).toBe(true);
    expect(holding.detach('payload')).toBe(false);
    expect(holding.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
  });

  it('allows contact of the payload with its source', () => {
    const holding = createSelfCollisionChecker(defaultArm);
    holding.attach({ name: 'payload', link: 'tool0', parts: [pole], mayTouch: ['floor'] });
    expect(holding.checkConfiguration(readyJoints)).toEqual({ kind: 'clear' });
  });
});
