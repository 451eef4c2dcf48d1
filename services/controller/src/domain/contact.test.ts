import { createKinematics, defaultArm, readyJoints } from '@cellwright/arm';
import type { ContactSurface } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { ControllerRig } from './controller-rig.fixture.ts';

const kinematics = createKinematics(defaultArm);
const heightOf = (joints: readonly number[]) => kinematics.computeTipPose(joints).z;
const stiffness = 20_000;

/** Returns a plane at this distance below the flange of the simulated arm in its start posture. */
function planeBelow(meters: number, more: Partial<ContactSurface> = {}): ContactSurface {
  const pose = { ...identityPose, z: heightOf(readyJoints) - meters };
  return { name: 'table', pose, shape: { kind: 'plane' }, stiffness, damping: 0, ...more };
}

/** Returns a controller above a plane, and a slow way down into it. */
function rigAbove(surface: ContactSurface, thresholds = 1000) {
  const rig = ControllerRig.ready();
  rig.send({
    kind: 'setForceLimits',
    maxTorques: [],
    collisionThresholds: Array.from({ length: 6 }, () => thresholds),
  });
  rig.send({ kind: 'setContactSurfaces', surfaces: [surface] });
  rig.send({ kind: 'setOverride', factor: 0.05 });
  const lower = heightOf([0, 0.1, 0, 0, 0, 0].map((by, joint) => (readyJoints[joint] ?? 0) + by));
  const down = lower < heightOf(readyJoints) ? 1 : -1;
  return { rig, way: (angle: number) => rig.planBy([0, down * angle, 0, 0, 0, 0]) };
}

const newtonsOf = (wrench: readonly number[]) => Math.hypot(wrench[0] ?? 0, wrench[1] ?? 0, wrench[2] ?? 0);
const depthAt = (surface: ContactSurface, joints: readonly number[]) => surface.pose.z - heightOf(joints);

describe('a simulated arm over a stiff plane', () => {
  it('measures no force in the air, and stiffness times depth inside the plane', () => {
    const surface = planeBelow(0.02);
    const { rig, way } = rigAbove(surface);
    expect(rig.state.toolWrench).toEqual([]);
    rig.execute(way(0.1));
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    const depth = depthAt(surface, rig.state.positions);
    expect(depth).toBeGreaterThan(0.001);
    expect(rig.state.toolWrench).toEqual([
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
      expect.closeTo(stiffness * depth, 3),
      0,
      0,
      0,
    ]);
  });

  it('logs the force of every set-point in contact, and the end of the contact', () => {
    const surface = planeBelow(0.02);
    const { rig, way } = rigAbove(surface);
    rig.execute(way(0.1));
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    const inContact = rig.setPoints.filter(({ positions }) => depthAt(surface, positions) > 0);
    const forces = rig.entries('contact').map(({ detail }) => Number.parseFloat(detail));
    expect(forces).toEqual(
      inContact.map(({ positions }) => expect.closeTo(stiffness * depthAt(surface, positions), 1)),
    );
    expect(rig.entries('contact').at(-1)?.detail).toMatch(/^[\d.]+ N, [\d.]+ mm into table$/);
    rig.execute(way(-0.1), { trajectoryID: 'back' });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.entries('contact').at(-1)?.detail).toBe('left');
    expect(rig.state.toolWrench).toEqual([]);
  });

  it('stops as for a collision when a joint exceeds its threshold, and can move away', () => {
    const { rig, way } = rigAbove(planeBelow(0.02), 20);
    rig.execute(way(0.1));
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.state.lastStop).toBe('torqueCollision');
    expect(Math.max(...rig.state.externalTorques.map(Math.abs))).toBeGreaterThan(20);
    const faults = () => rig.story.filter((line) => line === 'fault torqueCollision').length;
    rig.execute(way(-0.05), { trajectoryID: 'out' });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(faults()).toBe(1);
    expect(rig.state.externalTorques).toEqual([]);
  });

  it('ends a pushing trajectory at the wanted force, regardless of the thresholds', () => {
    const { rig, way } = rigAbove(planeBelow(0.02), 5);
    rig.execute(way(0.1), { contactForce: 60 });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.story.slice(-3)).toEqual(['stopStarted contact', 'trajectoryStopped contact', 'standstill contact']);
    expect(newtonsOf(rig.state.toolWrench)).toBeGreaterThanOrEqual(60);
    expect(newtonsOf(rig.state.toolWrench)).toBeLessThan(60 * 1.1);
    expect(rig.state.stopEpoch).toBe(0);
  });

  it('continues from there only until the force grows, and may move away', () => {
    const { rig, way } = rigAbove(planeBelow(0.02));
    rig.execute(way(0.1), { contactForce: 60 });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    const first = newtonsOf(rig.state.toolWrench);
    rig.execute(way(0.05), { trajectoryID: 'on', contactForce: 60 });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.state.lastStop).toBe('contact');
    expect(newtonsOf(rig.state.toolWrench)).toBeLessThan(first * 1.1);
    rig.execute(way(-0.1), { trajectoryID: 'off', contactForce: 60 });
    rig.runUntil(() => rig.story.at(-1) === 'trajectoryCompleted', 60);
    expect(rig.state.toolWrench).toEqual([]);
  });

  it('reaches the end of a pushing trajectory that meets nothing', () => {
    const { rig, way } = rigAbove(planeBelow(5));
    rig.execute(way(0.1), { contactForce: 60 });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.story.at(-1)).toBe('trajectoryCompleted');
  });

  it('reproduces the same forces for the same motion', () => {
    const play = (startsAfter: number) => {
      const { rig, way } = rigAbove(planeBelow(0.02, { damping: 300 }));
      rig.run(startsAfter);
      rig.execute(way(0.1), { contactForce: 60 });
      rig.runUntil(() => rig.state.mode === 'standing', 60);
      return rig.entries('contact').map(({ detail }) => detail);
    };
    const first = play(0);
    expect(first.length).toBeGreaterThan(5);
    expect(play(1.23)).toEqual(first);
  });

  it('uses the tip of the current tool as the contact point', () => {
    const { rig, way } = rigAbove(planeBelow(0.12));
    const tcp = { ...identityPose, z: 0.1 };
    rig.send({ kind: 'setTool', tool: { name: 'finger', tcp, massKg: 0, centreOfGravity: [0, 0, 0.05] } });
    rig.execute(way(0.1), { contactForce: 60 });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.state.lastStop).toBe('contact');
  });

  it('uses another contact point when the trajectory names one, until another motion starts', () => {
    const { rig, way } = rigAbove(planeBelow(0.12));
    const contactPoint = [0, 0, 0.1];
    rig.execute(way(0.1), { contactForce: 60, contactPoint });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(rig.state.lastStop).toBe('contact');
    // The contact is still felt while the arm holds it there.
    rig.run(1);
    expect(newtonsOf(rig.state.toolWrench)).toBeGreaterThanOrEqual(60);
    rig.execute(way(-0.05), { trajectoryID: 'out' });
    rig.runUntil(() => rig.story.at(-1) === 'trajectoryCompleted', 60);
    expect(rig.state.toolWrench).toEqual([]);
  });

  it('drops the contact point of a tool that was replaced', () => {
    const { rig, way } = rigAbove(planeBelow(0.12));
    rig.execute(way(0.1), { contactForce: 60, contactPoint: [0, 0, 0.1] });
    rig.runUntil(() => rig.state.mode === 'standing', 60);
    expect(newtonsOf(rig.state.toolWrench)).toBeGreaterThanOrEqual(60);
    rig.send({ kind: 'setTool', tool: { name: 'short', tcp: identityPose, massKg: 0, centreOfGravity: [0, 0, 0] } });
    rig.run(1);
    expect(rig.state.toolWrench).toEqual([]);
  });

  it('refuses an invalid contact point', () => {
    const { rig, way } = rigAbove(planeBelow(0.02));
    for (const contactPoint of [[0.1], [0, 0, Number.NaN], [0, 0, 0, 0]]) {
      expect(rig.execute(way(0.1), { contactPoint })).toMatchObject({ refusal: { kind: 'invalid_value' } });
    }
  });

  it('refuses an invalid contact force', () => {
    const { rig, way } = rigAbove(planeBelow(0.02));
    for (const contactForce of [-1, Number.NaN]) {
      expect(rig.execute(way(0.1), { contactForce })).toMatchObject({ refusal: { kind: 'invalid_value' } });
    }
  });
});
