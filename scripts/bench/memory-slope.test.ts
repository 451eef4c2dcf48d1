import { describe, expect, it } from 'vitest';
import { fitSlope } from './memory-slope.ts';

const hour = 3600;
const samplesOf = (count: number, megabytesAt: (hours: number, index: number) => number) =>
  Array.from({ length: count }, (_, index) => {
    const seconds = (index * hour) / (count - 1);
    return { seconds, megabytes: megabytesAt(seconds / hour, index) };
  });

describe('fitSlope', () => {
  it('finds the slope of a straight line, without an error', () => {
    const slope = fitSlope(samplesOf(61, (hours) => 100 + 3 * hours));
    expect(slope).toMatchObject({ firstMB: 100, lastMB: 103, minMB: 100, maxMB: 103 });
    expect(slope.slopeMBPerHour).toBeCloseTo(3, 9);
    expect(slope.standardErrorMBPerHour).toBeCloseTo(0, 9);
  });

  it('reports no slope for the saw-tooth of a garbage collector, but an error', () => {
    const { slopeMBPerHour, standardErrorMBPerHour } = fitSlope(samplesOf(361, (_, index) => 100 + (index % 20)));
    expect(Math.abs(slopeMBPerHour)).toBeLessThan(2 * standardErrorMBPerHour);
    expect(standardErrorMBPerHour).toBeGreaterThan(0.5);
  });

  it('detects a leak below a saw-tooth', () => {
    const { slopeMBPerHour, standardErrorMBPerHour } = fitSlope(
      samplesOf(361, (hours, index) => 100 + 6 * hours + (index % 20)),
    );
    expect(slopeMBPerHour - 2 * standardErrorMBPerHour).toBeGreaterThan(2);
  });

  it('refuses two samples', () => {
    expect(() => fitSlope(samplesOf(2, () => 1))).toThrow('three samples or more');
  });
});
