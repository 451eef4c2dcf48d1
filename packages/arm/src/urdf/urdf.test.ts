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
  if (!result.ok) throw new Error(result.error.message);
  return result.value.model;
}

function refuse(xml: string, options?: UrdfOptions): { kind: string; message: string } {
  const result = loadUrdf(xml, options);
  if (result.ok) throw new Error('It was accepted');
  return result.error;
}

const urdf = writeUrdf(defaultArm);

describe('URDF of an arm after writing and reading', () => {
  it.each([defaultArm, smallArm, ur5e].map((model) => [model.name, model] as const))(
    'equals the original: %s',
    (_, model) => {
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
    },
  );

  it('moves the same for any arm', () => {
    fc.assert(
      fc.property(fc.oneof(threeParallelArm, sphericalWristArm), jointAngles, (model, angles) => {
        const before = createKinematics(model).computeTipPose(angles);
        const after = createKinematics(load(writeUrdf(model))).computeTipPose(angles);
        expect(distancePoses(before, after)).toEqual({ translation: 0, rotation: expect.closeTo(0, 7) });
      }),
    );
  });
});

describe('loadUrdf', () => {
  it('accepts any names', () => {
    const named = { ...defaultArm, name: `<"arm" & 'co'>` };
    expect(load(writeUrdf(named)).name).toBe(named.name);
  });

  it('accepts every geometry', () => {
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

  it('limits continuous joints to two turns', () => {
    const endless = urdf.replace('name="joint5" type="revolute"', 'name="joint5" type="continuous"');
    expect(load(endless).joints[5]?.limits).toMatchObject({ lower: -2 * Math.PI, upper: 2 * Math.PI });
  });

  it('accepts a fixed joint with an axis without direction, as exporters write it', () => {
    const fixed = urdf.replace('<child link="tool0"/>', '<child link="tool0"/><axis xyz="0 0 0"/>');
    expect(fixed).not.toBe(urdf);
    expect(load(fixed).fixedFrames).toEqual(load(urdf).fixedFrames);
  });

  it('uses the default for a velocity limit of 0, with a warning', () => {
    const result = loadUrdf(urdf.replace('velocity="4.712389"', 'velocity="0"'));
    expect(result).toMatchObject({
      ok: true,
      value: { warnings: ['Joint joint0 has a velocity limit of 0; 3.14 rad/s is taken'] },
    });
    expect(result.ok && result.value.model.motionLimits.velocity[0]).toBe(Math.PI);
    expect(refuse(urdf.replace('velocity="4.712389"', 'velocity="-1"')).message).toContain('joint0');
  });

  it('fixes a moving gripper at its rest position as part of the tool and logs it', () => {
    const finger = `<link name="finger"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>
      <joint name="slide" type="prismatic"><parent link="tool0"/><child link="finger"/><origin xyz="0 0 0.1"/>
      <limit lower="0" upper="0.1" velocity="1" effort="1"/></joint>`;
    const result = loadUrdf(urdf.replace('</robot>', `${finger}</robot>`));
    expect(result).toMatchObject({
      ok: true,
      value: {
        warnings: ['Link finger is part of a gripper: it is kept where joint slide rests, as part of the tool'],
        model: { tip: 'tool0' },
      },
    });
    if (!result.ok) return;
    expect(result.value.model.fixedFrames.at(-1)).toMatchObject({
      parent: 'tool0',
      child: 'finger',
      origin: { xyz: [0, 0, 0.1] },
    });
    expect(result.value.model.links.find(({ name }) => name === 'finger')?.collision).toHaveLength(1);
  });

  it.each([
    ['at 0 within its limits', '<limit lower="-0.01" upper="0.1"/>', 0],
    ['at its lower limit above 0', '<limit lower="0.02" upper="0.05"/>', 0.02],
    ['at its upper limit below 0', '<limit lower="-0.05" upper="-0.02"/>', -0.02],
    ['at the nearest of two limits in the wrong order', '<limit lower="0.05" upper="0.02"/>', 0.02],
    ['at 0 without limits', '', 0],
    [
      'where the joint that it follows puts it',
      '<limit lower="-1" upper="1"/><mimic joint="lead" multiplier="-2" offset="0.1"/>',
      0.04,
    ],
    [
      'within its limits when it follows another',
      '<limit lower="0.05" upper="1"/><mimic joint="lead" multiplier="-2" offset="0.1"/>',
      0.05,
    ],
    ['at 0 when it follows itself', '<mimic joint="slide" offset="0.1"/>', 0],
    ['at 0 when it follows a joint that is not there', '<mimic joint="nowhere" offset="0.1"/>', 0],
  ])('lets a sliding finger rest %s', (_, limits, position) => {
    const sliding = (name: string, child: string, more: string) =>
      `<link name="${child}"/><joint name="${name}" type="prismatic"><parent link="tool0"/><child link="${child}"/>
        <origin xyz="0 0 0.1" rpy="0 0 1.5707963267948966"/><axis xyz="1 0 0"/>${more}</joint>`;
    const fingers = `${sliding('lead', 'leader', '<limit lower="0.03" upper="0.1"/>')}${sliding('slide', 'finger', limits)}`;
    const finger = load(urdf.replace('</robot>', `${fingers}</robot>`)).fixedFrames.find(
      ({ child }) => child === 'finger',
    );
    expect(finger?.origin.rpy).toEqual([0, 0, Math.PI / 2]);
    expect(finger?.origin.xyz.map((value) => Number(value.toFixed(9)) + 0)).toEqual([0, position, 0.1]);
  });

  it('accepts the name of the tip', () => {
    expect(load(urdf, { tip: 'wrist_3_link' }).tip).toBe('wrist_3_link');
    expect(refuse(urdf, { tip: 'hand' }).kind).toBe('unknown_tip');
    expect(refuse(urdf, { tip: 'forearm_link' }).kind).toBe('not_six_axes');
  });

  it('reads its own limits', () => {
    expect(load(urdf).motionLimits.acceleration).toEqual(defaultArm.motionLimits.acceleration);
    const plain = load(urdf.replaceAll(/acceleration="[^"]*" jerk="[^"]*" stopDeceleration="[^"]*"/g, ''));
    expect(plain.motionLimits.velocity[0]).toBe(4.712389);
    expect(plain.motionLimits.acceleration).toHaveLength(6);
  });
});

describe('loadUrdf refuses a description', () => {
  it.each([
    ['is empty', ''],
    ['is not XML', 'robot'],
    ['is JSON', '{"robot": 1}'],
    ['ends too early', urdf.slice(0, 900)],
    ['has entities', '<!DOCTYPE robot [<!ENTITY a "aa">]><robot name="&a;"/>'],
    ['is nested without end', `${'<robot>'.repeat(500)}${'</robot>'.repeat(500)}`],
  ])('which %s', (_, xml) => {
    expect(refuse(xml).kind).toBe('not_xml');
  });

  it('too large', () => {
    expect(refuse(`<robot>${' '.repeat(5_000_000)}</robot>`).kind).toBe('too_large');
    expect(refuse(`<robot>${'<link name="a"/>'.repeat(5000)}</robot>`).kind).toBe('too_large');
  });

  it('without a robot', () => {
    expect(refuse('<sdf><model/></sdf>')).toMatchObject({ kind: 'no_robot' });
  });

  it('rejects one that is not a tree', () => {
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

  it('without six revolute joints in a row', () => {
    expect(refuse(urdf.replace('name="joint2" type="revolute"', 'name="joint2" type="fixed"')).kind).toBe(
      'not_six_axes',
    );
    expect(refuse(urdf.replace('name="joint2" type="revolute"', 'name="joint2" type="prismatic"')).kind).toBe(
      'not_six_axes',
    );
    expect(refuse('<robot><link name="a"/></robot>').kind).toBe('not_six_axes');
  });

  it.each([
    ['box', '<box size="0 0 0"/>'],
    ['box', '<box size="0.1 0 0.1"/>'],
    ['box', '<box size="0.1 -0.1 0.1"/>'],
    ['sphere', '<sphere radius="0"/>'],
    ['cylinder', '<cylinder radius="0.1" length="0"/>'],
    ['cylinder', '<cylinder radius="0" length="0.1"/>'],
    ['capsule', '<capsule radius="0" length="0.1"/>'],
    ['mesh', '<mesh filename="hand.stl" scale="1 0 1"/>'],
  ])('with a %s of size zero, naming its link: %s', (kind, shape) => {
    const link = `<link name="tool0"><collision><geometry>${shape}</geometry></collision></link>`;
    expect(refuse(urdf.replace('<link name="tool0"/>', link))).toMatchObject({
      kind: 'invalid_value',
      message: expect.stringContaining(`The ${kind} of link tool0 has no size`),
    });
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
  ])('with an impossible %s', (_, from, to) => {
    expect(urdf).toContain(from);
    expect(refuse(urdf.replace(from, to)).kind).toBe('invalid_value');
  });

  it.each([
    ['box size must be three numbers', '(link tool0)', '<link name="tool0"/>', collision('<box size="NaN 1 1"/>')],
    ['box size must be three numbers', '(link tool0)', '<link name="tool0"/>', collision('<box size="1e999 1 1"/>')],
    ['sphere radius must be a length', '(link tool0)', '<link name="tool0"/>', collision('<sphere radius="wide"/>')],
    ['A sphere element has no radius', '(link tool0)', '<link name="tool0"/>', collision('<sphere/>')],
    ['origin xyz must be three numbers', '(joint joint0)', 'xyz="0 0 0.172"', 'xyz="0 0 NaN"'],
    ['limit lower must be a number', '(joint joint0)', 'lower="-6.283185"', 'lower="left"'],
  ])('with the reason and the element: %s %s', (reason, element, from, to) => {
    const { message } = refuse(urdf.replace(from, to));
    expect(message).toContain(reason);
    expect(message).toContain(element);
  });

  it('rejects one with a missing mesh', () => {
    const mesh = '<link name="tool0"><collision><geometry><mesh filename="hand.stl"/></geometry></collision></link>';
    const withMesh = urdf.replace('<link name="tool0"/>', mesh);
    expect(refuse(withMesh, { isKnownMesh: () => false })).toMatchObject({
      kind: 'unknown_mesh',
      message: expect.stringContaining('hand.stl'),
    });
    expect(load(withMesh, { isKnownMesh: (uri) => uri === 'hand.stl' }).tip).toBe('tool0');
  });

  it('after cutting or garbling it with an error, never an exception', () => {
    fc.assert(
      fc.property(fc.nat(urdf.length), fc.string(), fc.nat(50), (at, junk, removed) => {
        loadUrdf(urdf.slice(0, at) + junk + urdf.slice(at + removed));
      }),
      { numRuns: 300 },
    );
  });
});

function collision(shape: string): string {
  return `<link name="tool0"><collision><geometry>${shape}</geometry></collision></link>`;
}

/** Returns a chain of revolute joints j1 … on links l0 …, with more elements behind. */
function chainOf(axes: number, more = ''): string {
  const joints = Array.from({ length: axes }, (_, index) => {
    const name = `j${index + 1}`;
    const axis = index % 2 === 0 ? '0 0 1' : '0 1 0';
    return `<link name="l${index + 1}"/>${turningJoint(name, `l${index}`, `l${index + 1}`, axis)}`;
  });
  return `<robot name="chain"><link name="l0"/>${joints.join('')}${more}</robot>`;
}

const turningJoint = (name: string, parent: string, child: string, axis = '1 0 0', more = '') =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0.05 0 0.2"/>
    <axis xyz="${axis}"/><limit lower="-2" upper="2" velocity="2" effort="80"/>${more}</joint>`;
const fixedJoint = (parent: string, child: string) =>
  `<link name="${child}"/><joint name="to_${child}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>`;
const slidingJoint = (parent: string, child: string) =>
  `<link name="${child}"/><joint name="to_${child}" type="prismatic"><parent link="${parent}"/><child link="${child}"/></joint>`;
const twoFingers = (palm: string) => `${slidingJoint(palm, 'finger_left')}${slidingJoint(palm, 'finger_right')}`;
const gripper = `${fixedJoint('l6', 'palm')}${twoFingers('palm')}`;

describe('tip of an arm', () => {
  it.each([
    ['the end of its joints', '', 'l6', 0],
    ['the link with a usual name', `${fixedJoint('l6', 'tool0')}${fixedJoint('l6', 'camera')}`, 'tool0', 0],
    ['the link with a usual name behind that of the robot', fixedJoint('l6', 'left_arm_flange'), 'left_arm_flange', 0],
    ['the last link of the arm before a gripper', gripper, 'l6', 1],
    ['the same beside a camera', `${fixedJoint('l6', 'camera')}${gripper}`, 'l6', 1],
    ['the link with a usual name before a gripper', `${fixedJoint('l6', 'tcp')}${twoFingers('tcp')}`, 'tcp', 0],
    ['the last of several ends, with a note', `${fixedJoint('l6', 'a')}${fixedJoint('l6', 'b')}`, 'b', 1],
  ])('chooses %s', (_, more, tip, notes) => {
    const result = loadUrdf(chainOf(6, more));
    expect(result).toMatchObject({ ok: true, value: { model: { tip } } });
    expect(result.ok && result.value.warnings.filter((warning) => warning.includes('arm.urdf#link'))).toHaveLength(
      notes,
    );
  });

  it('ends before rotating fingers, for any driving joint', () => {
    const follower = turningJoint('f2', 'palm', 'finger_2', '1 0 0', '<mimic joint="f1"/>');
    const fingers = `<link name="finger_1"/><link name="finger_2"/>${turningJoint('f1', 'palm', 'finger_1')}${follower}`;
    const result = loadUrdf(chainOf(6, `${fixedJoint('l6', 'palm')}${fingers}`));
    expect(result).toMatchObject({ ok: true, value: { model: { tip: 'l6', fixedFrames: { length: 3 } } } });
  });

  it.each([4, 5, 7, 8])('reports the names of the axes of a refused arm of %d axes', (axes) => {
    const helper = fixedJoint(`l${Math.min(axes, 6)}`, 'helper');
    const { kind, message } = refuse(chainOf(axes, helper));
    expect(kind).toBe('not_six_axes');
    expect(message).toContain(`The arm is moved by ${axes} joints (j1, j2, j3, j4`);
    expect(message).toContain('exactly six revolute joints');
  });

  it.each([4, 5])('states that an arm of %d axes cannot be used', (axes) => {
    expect(refuse(chainOf(axes)).message).toMatch(/An arm with fewer axes cannot be used$/);
  });

  it('names the six axes to use of more, and how to choose them', () => {
    const { message } = refuse(chainOf(7));
    expect(message).toContain('To use j1, j2, j3, j4, j5, j6, name the link behind them as the tip: arm.urdf#l6');
    expect(load(chainOf(7), { tip: 'l6' }).joints.map(({ name }) => name)).toEqual([
      'j1',
      'j2',
      'j3',
      'j4',
      'j5',
      'j6',
    ]);
  });

  it.each([
    ['without a named tip', '', undefined],
    ['with a usual tip', fixedJoint('l6', 'tool0'), undefined],
    ['with a given tip', '', 'l6'],
    ['with a gripper', `${fixedJoint('l6', 'palm')}${twoFingers('palm')}`, undefined],
  ])('names the rail under an arm and how to fix it, %s', (_, more, tip) => {
    const onRail = chainOf(6, more).replace(
      '<link name="l0"/>',
      `<link name="world"/>${slidingJoint('world', 'carriage')}${fixedJoint('carriage', 'l0')}`,
    );
    const { kind, message } = refuse(onRail, tip === undefined ? {} : { tip });
    expect(kind).toBe('not_six_axes');
    expect(message).toContain('is moved by 7 joints (to_carriage (prismatic), j1, j2, j3, j4, j5, j6)');
    expect(message).toContain('To use j1, j2, j3, j4, j5, j6, write type="fixed" for to_carriage');
    const fixed = onRail.replace('name="to_carriage" type="prismatic"', 'name="to_carriage" type="fixed"');
    expect(load(fixed).joints).toHaveLength(6);
  });

  it.each([4, 5])('never chooses a finger of an arm of %d axes', (axes) => {
    const palm = `l${axes}`;
    const more = [1, 2, 3]
      .map((finger) => {
        const [first, second] = [`f${finger}a`, `f${finger}b`];
        return `<link name="${first}"/><link name="${second}"/>${turningJoint(`to_${first}`, palm, first)}${turningJoint(`to_${second}`, first, second)}`;
      })
      .join('');
    expect(refuse(chainOf(axes, more)).message).toContain(`The arm is moved by ${axes} joints`);
  });

  it('never chooses a helper of that name in the middle of seven axes', () => {
    expect(refuse(chainOf(7, fixedJoint('l6', 'tool0'))).message).toContain('7 joints');
  });

  it('accepts a given tip at a single turning finger and refuses one that six joints do not move', () => {
    const single = `${fixedJoint('l6', 'palm')}<link name="jaw"/>${turningJoint('close', 'palm', 'jaw')}`;
    expect(refuse(chainOf(6, single)).message).toContain('arm.urdf#l6');
    expect(load(chainOf(6, single), { tip: 'palm' })).toMatchObject({ tip: 'palm' });
    expect(refuse(chainOf(6, single), { tip: 'jaw' }).message).toContain(
      'Link jaw is moved by 7 joints (j1, j2, j3, j4, j5, j6, close)',
    );
    expect(refuse(chainOf(6, slidingJoint('l6', 'slide')), { tip: 'slide' }).message).toContain('to_slide (prismatic)');
  });
});
