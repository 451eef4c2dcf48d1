import { findLimitViolations, type TrajectoryPoint } from '@cellwright/trajectory';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arm } from './controller-rig.fixture.ts';
import { isPlainlyWithinLimits } from './segment-bounds.ts';

const row = (most: number) =>
  fc.array(fc.double({ min: -most, max: most, noNaN: true }), { minLength: 6, maxLength: 6 });

test('a segment that passes the quick check exceeds no limit in the exact check', () => {
  const segment = fc.record({
    duration: fc.double({ min: 0.001, max: 3, noNaN: true }),
    start: row(2.5),
    move: row(0.5),
    velocities: fc.tuple(row(0.4), row(0.4)),
    accelerations: fc.tuple(row(0.5), row(0.5)),
  });
  let cleared = 0;
  fc.assert(
    fc.property(segment, ({ duration, start, move, velocities, accelerations }) => {
      const from: TrajectoryPoint = {
        timeFromStart: 1,
        positions: start,
        velocities: velocities[0],
        accelerations: accelerations[0],
      };
      const to: TrajectoryPoint = {
        timeFromStart: 1 + duration,
        positions: start.map((position, joint) => position + (move[joint] ?? 0)),
        velocities: velocities[1],
        accelerations: accelerations[1],
      };
      if (!isPlainlyWithinLimits(from, to, arm.limits, 1e-6)) return;
      cleared += 1;
      expect(findLimitViolations({ points: [from, to] }, arm.limits, 1e-6)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
  expect(cleared, 'segments that were waved through').toBeGreaterThan(50);
});
