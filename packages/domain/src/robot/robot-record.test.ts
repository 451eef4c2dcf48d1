import { describe, expect, it } from 'vitest';
import { robotRecordSchema } from './robot-record.ts';

describe('The mode of a robot record', () => {
  it.each(['live', 'simulated', 'assembly', 'echo', 'gpu', 'unknown'])('can be %s', (mode) => {
    expect(robotRecordSchema.shape.mode.parse(mode)).toBe(mode);
  });

  it('defaults to unknown and rejects other words', () => {
    expect(robotRecordSchema.shape.mode.parse(undefined)).toBe('unknown');
    expect(robotRecordSchema.shape.mode.safeParse('teleop').success).toBe(false);
  });
});
