import { describe, expect, test } from 'vitest';
import { MotionLog } from './motion-log.ts';

const joints = [1, 2, 3, 4, 5, 6];
const still = [0, 0, 0, 0, 0, 0];

describe('the motion log', () => {
  test('numbers its entries from 0 and returns them page by page', () => {
    const log = new MotionLog(100);
    for (let i = 0; i < 5; i++) log.append(i, 'output', `entry ${i}`, joints, still);
    expect(log.newest).toBe(4);
    expect(log.page(-1, 2).map(({ index }) => index)).toEqual([0, 1]);
    expect(log.page(1, 100).map(({ detail }) => detail)).toEqual(['entry 2', 'entry 3', 'entry 4']);
    expect(log.page(4, 100)).toEqual([]);
    expect(log.page(0, 1)[0]).toEqual({
      index: 1,
      time: 1,
      kind: 'output',
      detail: 'entry 1',
      positions: joints,
      velocities: still,
    });
  });

  test('keeps only the newest entries', () => {
    const log = new MotionLog(100);
    for (let i = 0; i < 1050; i++) log.append(i, 'setPoint', '', joints, still);
    const kept = log.page(-1, 10_000);
    expect(kept).toHaveLength(100);
    expect(kept[0]).toMatchObject({ index: 950, time: 950 });
    expect(log.newest).toBe(1049);
  });

  test('starts empty', () => {
    expect(new MotionLog(10).newest).toBe(-1);
    expect(new MotionLog(10).page(-1, 10)).toEqual([]);
  });
});
