import { identityPose, makePose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { toolPoseOf } from '../../api/tool-pose.ts';
import { lengthUnits } from '../../ui/length.ts';
import { axisReaders, oncePerReading, shareReader } from './axis-readers.ts';

const joints = [0.1, -1.2, 1.4, -0.3, 0.5, 0];
const tcp = makePose([0, 0, 0.2], { i: 0, j: 0, k: 0, w: 1 });
const length = lengthUnits.millimeter;

describe('axisReaders', () => {
  it('returns the joints in degrees', () => {
    const { values } = axisReaders({
      mode: 'joint',
      length,
      tcp,
      readJoints: () => joints,
      readStart: () => undefined,
    });
    expect(values.map((read) => read()?.toFixed(3))).toEqual(
      joints.map((angle) => ((angle * 180) / Math.PI).toFixed(3)),
    );
  });

  it('returns the pose of the tool in the base, in the unit of the user', () => {
    const { values } = axisReaders({ mode: 'base', length, tcp, readJoints: () => joints, readStart: () => undefined });
    const { x, y, z } = toolPoseOf(joints, tcp);
    expect(values.slice(0, 3).map((read) => read())).toEqual([x * 1000, y * 1000, z * 1000]);
  });

  it('returns zeros before a jog, then the travel of the tool along its own axes', () => {
    let now = joints;
    let start = undefined as ReturnType<typeof toolPoseOf> | undefined;
    const { values, readTool } = axisReaders({
      mode: 'tool',
      length,
      tcp: identityPose,
      readJoints: () => now,
      readStart: () => start,
    });
    expect(values.map((read) => Math.abs(read() ?? Number.NaN) < 1e-9)).toEqual(values.map(() => true));
    start = readTool();
    now = joints.map((angle) => angle + 0.1);
    expect(values.slice(0, 3).some((read) => Math.abs(read() ?? 0) > 1)).toBe(true);
    start = readTool();
    expect(values.every((read) => Math.abs(read() ?? Number.NaN) < 1e-9)).toBe(true);
  });

  it('returns undefined while the joints of the arm are unknown', () => {
    const { values } = axisReaders({
      mode: 'base',
      length,
      tcp,
      readJoints: () => undefined,
      readStart: () => undefined,
    });
    expect(values.map((read) => read())).toEqual(values.map(() => undefined));
    expect(shareReader(() => undefined, 0, { lower: -1, upper: 1 })()).toBeUndefined();
  });

  it('computes the pose once per reading, however many rows read it', () => {
    let now = joints;
    let count = 0;
    const read = oncePerReading(
      () => now,
      () => ++count,
    );
    expect([read(), read(), read()]).toEqual([1, 1, 1]);
    now = [...joints];
    expect(read()).toBe(2);
  });

  it('returns the position of a joint between its limits', () => {
    expect(shareReader(() => joints, 1, { lower: -2.2, upper: 1.8 })()).toBeCloseTo(0.25, 12);
  });
});
