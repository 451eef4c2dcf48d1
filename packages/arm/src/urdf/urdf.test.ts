import { distancePoses } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jointAngles, sphericalWristArm, threeParallelArm } from '../ik/random-arms.fixture.ts';
import {
  type ArmModel,
  createKinematics,
  defaultArm,
  loadUrdf,
  smallArm,
  type UrdfOptions,
  ur5e,
  writeUrdf,
} from '../index.ts';

function load(xml: string, options?: UrdfOptions): ArmModel {
  const result = loadUrdf(xml, options);
  if (!result.ok) throw new Error(result.message);
  return result.model;
}

function refuse(xml: string, options?: UrdfOptions): { kind: string; message: string } {
  const result = loadUrdf(xml, options);
  if (result.ok) throw new Error('It was accepted');
  return result;
}

const urdf = writeUrdf(defaultArm);

describe('an arm written as URDF and read again', () => {
  it.each([defaultArm, smallArm, ur5e].map((model) => [model.name, model] as const))('%s is the same', (_, model) => {
    const again = load(writeUrdf(model), { motionLimits: model.motionLimits });
    expect({ ...again, links: [] }).toEqual({ ...model, links: [] });
    expect(again.links.map(({ name, inertia }) => ({ name, inertia }))).toEqual(
      model.links.map(({ name, inertia }) => ({ name, inertia })),
    );
    again.links.forEach((link, index) => {
      link.collision.forEach((shape, at) => {
        const written = model.links[index]?.collision[at];
        if (shape.kind !== 'capsule' || written?.kind !== 'capsule') throw new Error('All shapes are capsules');
        for (const axis of [0, 1, 2] as const) {
          expect(shape.from[axis]).toBeCloseTo(written.from[axis], 12);
          expect(shape.to[axis]).toBeCloseTo(written.to[axis], 12);
        }
      });
    });
  });

  it('moves the same, whatever the arm', () => {
    fc.assert(
      fc.property(fc.oneof(threeParallelArm, sphericalWristArm), jointAngles, (model, angles) => {
        const before = createKinematics(model).computeTipPose(angles);
        const after = createKinematics(load(writeUrdf(model))).computeTipPose(angles);
        expect(distancePoses(before, after)).toEqual({ translation: 0, rotation: expect.closeTo(0, 7) });
      }),
    );
  });
});

describe('a description', () => {
  it('may have any names', () => {
    const named = { ...defaultArm, name: `<"arm" & 'co'>` };
    expect(load(writeUrdf(named)).name).toBe(named.name);
  });

  it('may use every geometry', () => {
    const link = `<link name="tool0"><collision><geometry><sphere radius="0.1"/></geometry></collision>
      <collision><origin xyz="1 2 3"/><geometry><box size="1 2 3"/></geometry></collision>
      <collision><geometry><cylinder radius="0.1" length="2"/></geometry></collision>
      <collision><geometry><mesh filename="package://arm/hand.stl"/></geometry></collision></link>`;
    const tool = load(urdf.replace('<link name="tool0"/>', link)).links.find(({ name }) => name === 'tool0');
    expect(tool?.collision).toEqual([
      { kind: 'sphere', center: [0, 0, 0], radius: 0.1 },
      { kind: 'box', origin: { xyz: [1, 2, 3], rpy: [0, 0, 0] }, size: [1, 2, 3] },
      { kind: 'cylinder', origin: { xyz: [0, 0, 0], rpy: [0, 0, 0] }, radius: 0.1, length: 2 },
      {
        kind: 'mesh',
        origin: { xyz: [0, 0, 0], rpy: [0, 0, 0] },
        uri: 'package://arm/hand.stl',
        scale: [1, 1, 1],
      },
    ]);
  });

  it('may have joints that turn without end; they get two turns', () => {
    const endless = urdf.replace('name="joint5" type="revolute"', 'name="joint5" type="continuous"');
    expect(load(endless).joints[5]?.limits).toMatchObject({ lower: -2 * Math.PI, upper: 2 * Math.PI });
  });

  it('may write a fixed joint with an axis of no direction, as exporters do', () => {
    const fixed = urdf.replace('<child link="tool0"/>', '<child link="tool0"/><axis xyz="0 0 0"/>');
    expect(fixed).not.toBe(urdf);
    expect(load(fixed).fixedFrames).toEqual(load(urdf).fixedFrames);
  });

  it('may have a joint with a velocity limit of 0: it gets the default, with a warning', () => {
    const result = loadUrdf(urdf.replace('velocity="4.712389"', 'velocity="0"'));
    expect(result).toMatchObject({
      ok: true,
      warnings: ['Joint joint0 has a velocity limit of 0; 3.14 rad/s is taken'],
    });
    expect(result.ok && result.model.motionLimits.velocity[0]).toBe(Math.PI);
    expect(refuse(urdf.replace('velocity="4.712389"', 'velocity="-1"')).message).toContain('joint0');
  });

  it('may carry a gripper that moves; it is left out with a warning', () => {
    const finger = `<link name="finger"/><joint name="slide" type="prismatic"><parent link="tool0"/><child link="finger"/>
      <limit lower="0" upper="0.1" velocity="1" effort="1"/></joint>`;
    const result = loadUrdf(urdf.replace('</robot>', `${finger}</robot>`));
    expect(result).toMatchObject({
      ok: true,
      warnings: ['Link finger moves apart from the six joints and is left out'],
    });
    expect(result.ok && result.model.tip).toBe('tool0');
  });

  it('may name its tip', () => {
    expect(load(urdf, { tip: 'wrist_3_link' }).tip).toBe('wrist_3_link');
    expect(refuse(urdf, { tip: 'hand' }).kind).toBe('unknown_tip');
    expect(refuse(urdf, { tip: 'forearm_link' }).kind).toBe('not_six_axes');
  });

  it('gives its own limits', () => {
    expect(load(urdf).motionLimits.acceleration).toEqual(defaultArm.motionLimits.acceleration);
    const plain = load(urdf.replaceAll(/acceleration="[^"]*" jerk="[^"]*" stopDeceleration="[^"]*"/g, ''));
    expect(plain.motionLimits.velocity[0]).toBe(4.712389);
    expect(plain.motionLimits.acceleration).toHaveLength(6);
  });
});

describe('a description is refused when it', () => {
  it.each([
    ['is empty', ''],
    ['is not XML', 'robot'],
    ['is JSON', '{"robot": 1}'],
    ['ends too early', urdf.slice(0, 900)],
    ['has entities', '<!DOCTYPE robot [<!ENTITY a "aa">]><robot name="&a;"/>'],
    ['is nested without end', `${'<robot>'.repeat(500)}${'</robot>'.repeat(500)}`],
  ])('%s', (_, xml) => {
    expect(refuse(xml).kind).toBe('not_xml');
  });

  it('is too large', () => {
    expect(refuse(`<robot>${' '.repeat(5_000_000)}</robot>`).kind).toBe('too_large');
    expect(refuse(`<robot>${'<link name="a"/>'.repeat(5000)}</robot>`).kind).toBe('too_large');
  });

  it('describes no robot', () => {
    expect(refuse('<sdf><model/></sdf>')).toMatchObject({ kind: 'no_robot' });
  });

  it('is not a tree', () => {
    expect(refuse('<robot/>').kind).toBe('broken_tree');
    expect(refuse(urdf.replace('<link name="tool0"/>', '')).kind).toBe('broken_tree');
    expect(refuse(urdf.replace('<link name="tool0"/>', '<link name="tool0"/><link name="alone"/>')).kind).toBe(
      'broken_tree',
    );
    expect(refuse(urdf.replace('<link name="tool0"/>', '<link name="tool0"/><link name="tool0"/>')).kind).toBe(
      'broken_tree',
    );
    expect(refuse(urdf.replace('parent link="world"', 'parent link="tool0"')).kind).toBe('broken_tree');
  });

  it('has not six revolute joints in a row', () => {
    expect(refuse(urdf.replace('name="joint2" type="revolute"', 'name="joint2" type="fixed"')).kind).toBe(
      'not_six_axes',
    );
    expect(refuse(urdf.replace('name="joint2" type="revolute"', 'name="joint2" type="prismatic"')).kind).toBe(
      'not_six_axes',
    );
    expect(refuse('<robot><link name="a"/></robot>').kind).toBe('not_six_axes');
  });

  it.each([
    ['axis', 'axis xyz="0 0 1"', 'axis xyz="0 0 0"'],
    ['vector', 'axis xyz="0 0 1"', 'axis xyz="0 0"'],
    ['number', 'xyz="0 0 0.172"', 'xyz="0 0 NaN"'],
    ['infinity', 'xyz="0 0 0.172"', 'xyz="0 0 1e999"'],
    ['range', 'lower="-6.283185" upper="6.283185"', 'lower="1" upper="-1"'],
    ['name', 'joint name="joint0"', 'joint label="joint0"'],
    ['parent', '<parent link="world"/>', ''],
    ['geometry', '<capsule ', '<cone '],
    ['radius', 'capsule radius="0.085"', 'capsule radius="-1"'],
  ])('has an impossible %s', (_, from, to) => {
    expect(urdf).toContain(from);
    expect(refuse(urdf.replace(from, to)).kind).toBe('invalid_value');
  });

  it('needs a mesh that is not there', () => {
    const mesh = '<link name="tool0"><collision><geometry><mesh filename="hand.stl"/></geometry></collision></link>';
    const withMesh = urdf.replace('<link name="tool0"/>', mesh);
    expect(refuse(withMesh, { isKnownMesh: () => false })).toMatchObject({
      kind: 'unknown_mesh',
      message: expect.stringContaining('hand.stl'),
    });
    expect(load(withMesh, { isKnownMesh: (uri) => uri === 'hand.stl' }).tip).toBe('tool0');
  });

  it('is any cut or garbled text: an answer, never an exception', () => {
    fc.assert(
      fc.property(fc.nat(urdf.length), fc.string(), fc.nat(50), (at, junk, removed) => {
        loadUrdf(urdf.slice(0, at) + junk + urdf.slice(at + removed));
      }),
      { numRuns: 300 },
    );
  });
});
