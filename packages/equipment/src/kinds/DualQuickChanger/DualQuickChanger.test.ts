import {
  composePoses,
  distancePoses,
  makePose,
  quaternionFromEulerDegrees,
  transformPoint,
} from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryTool, joinMasses, joinTools, type ToolDescription } from '../../capabilities/index.ts';
import { capabilitiesOfConfig, describeEnds, describeTool, parseEquipmentConfig } from '../../contracts.ts';

const changer = (changes: object = {}) => {
  const { config, isValid } = parseEquipmentConfig({ kind: 'DualQuickChanger', ...changes });
  if (!isValid) throw new Error(config.problems.join());
  return config;
};
const mountsOf = (changes: object) => describeEnds(changer(changes)).map(({ mount }) => mount);
const angle = fc.double({ min: -360, max: 360, noNaN: true });
const length = fc.double({ min: 0.01, max: 1, noNaN: true });

describe('A dual quick changer', () => {
  it('has two ends that lean 60° to their sides, 60 mm ahead of the flange and 50 mm beside its axis', () => {
    const [one, two] = mountsOf({});
    if (!one || !two) throw new Error('two ends');
    // Axis of each end; z of the flange points ahead.
    const axis = [Math.sin(Math.PI / 3), 0, 0.5];
    const directionOf = (mount: typeof one) => transformPoint({ ...mount, x: 0, y: 0, z: 0 }, [0, 0, 1]);
    expect([one.x, one.y, one.z]).toEqual([0.05, 0, 0.06]);
    for (const [index, value] of directionOf(one).entries()) expect(value).toBeCloseTo(axis[index] ?? 0, 12);
    expect(two.x).toBeCloseTo(-0.05, 12);
    expect(directionOf(two)[0]).toBeCloseTo(-Math.sin(Math.PI / 3), 12);
  });

  it('has end 2 at the former position of end 1 after half a turn of the last joint, in any mounting', () => {
    fc.assert(
      fc.property(angle, angle, length, length, (tilt, turn, endDistance, endOffset) => {
        const [one, two] = mountsOf({ tilt, turn, endDistance, endOffset });
        if (!one || !two) throw new Error('two ends');
        const halfTurn = makePose([0, 0, 0], quaternionFromEulerDegrees([0, 0, 180]));
        const { translation, rotation } = distancePoses(composePoses(halfTurn, two), one);
        expect(translation).toBeLessThan(1e-9);
        expect(rotation).toBeLessThan(1e-6);
      }),
    );
  });

  it('names its tools, and the TCPs of its ends in the form that steps use', () => {
    const config = changer({ tool1ID: 'equipment_a' });
    expect(describeEnds(config).map(({ end, toolID }) => [end, toolID])).toEqual([
      [1, 'equipment_a'],
      [2, undefined],
    ]);
    expect(capabilitiesOfConfig(config)).toEqual(['ee-1', 'ee-2']);
  });

  it('rejects the same tool on both ends', () => {
    expect(parseEquipmentConfig({ kind: 'DualQuickChanger', tool1ID: 'a', tool2ID: 'a' })).toMatchObject({
      isValid: false,
      config: { problems: ['tool2ID: A tool can be mounted on one end only. Choose another, or none'] },
    });
  });
});

describe('A tool on an end', () => {
  const gripper: ToolDescription = {
    tcp: makePose([0, 0, 0.18], quaternionFromEulerDegrees([0, 0, 0])),
    massKg: 1.1,
    centreOfGravity: [0, 0, 0.08],
    collisionBoxes: [{ pose: makePose([0, 0, 0.08], quaternionFromEulerDegrees([0, 0, 0])), size: [0.1, 0.1, 0.15] }],
  };

  it('has its TCP, mass and boxes along the axis of the end', () => {
    const [mount] = mountsOf({});
    if (!mount) throw new Error('an end');
    const { tcp, centreOfGravity, collisionBoxes } = carryTool(mount, gripper);
    const out = (along: number) => [0.05 + along * Math.sin(Math.PI / 3), 0, 0.06 + along * 0.5];
    const close = (value: number, index: number, along: number) => expect(value).toBeCloseTo(out(along)[index] ?? 0, 9);
    for (const [index, value] of [tcp.x, tcp.y, tcp.z].entries()) close(value, index, 0.18);
    for (const [index, value] of centreOfGravity.entries()) close(value, index, 0.08);
    expect(collisionBoxes[0]?.pose.x).toBeCloseTo(out(0.08)[0] ?? 0, 9);
  });

  it('has fingers that close across the axis of the end', () => {
    const [mount] = mountsOf({});
    if (!mount) throw new Error('an end');
    const finger = { widest: 0.085, closing: [0.5, 0, 0] as const };
    const boxes = gripper.collisionBoxes.map((box) => ({ ...box, finger }));
    const carried = carryTool(mount, { ...gripper, collisionBoxes: boxes }).collisionBoxes[0]?.finger;
    expect(carried?.widest).toBe(0.085);
    const [x = 0, y = 0, z = 0] = carried?.closing ?? [];
    expect(Math.hypot(x, y, z)).toBeCloseTo(0.5, 9);
    // Perpendicular to the axis of the end, which is inclined by 60°.
    expect(x * Math.sin(Math.PI / 3) + z * 0.5).toBeCloseTo(0, 9);
  });

  it('adds to the mass of the changer: two equal tools keep the centre of gravity on the axis of the flange', () => {
    const config = changer();
    const bracket = describeTool(config);
    if (!bracket) throw new Error('a changer is a tool');
    const carried = describeEnds(config).map(({ mount }) => carryTool(mount, gripper));
    const whole = joinTools(bracket.tcp, [bracket, ...carried]);
    expect(whole.massKg).toBeCloseTo(0.41 + 2.2, 12);
    expect(whole.centreOfGravity[0]).toBeCloseTo(0, 12);
    expect(whole.collisionBoxes).toHaveLength(3);
  });

  it('forms one mass at one point with the others, in any order', () => {
    const part = fc.record({
      massKg: fc.double({ min: 0.01, max: 10, noNaN: true }),
      centreOfGravity: fc.tuple(length, length, length),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const one = joinMasses(parts);
        const other = joinMasses([...parts].reverse());
        expect(one.massKg).toBeCloseTo(other.massKg, 9);
        for (const [axis, value] of one.centreOfGravity.entries()) {
          expect(value).toBeCloseTo(other.centreOfGravity[axis] ?? 0, 9);
          const all = parts.map(({ centreOfGravity }) => centreOfGravity[axis] ?? 0);
          expect(value).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
        }
      }),
    );
  });
});
