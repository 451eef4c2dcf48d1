import { jointCount } from '@cellwright/domain/robot';
import type { Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arm } from './controller-rig.fixture.ts';
import { ForceWatch } from './force-watch.ts';
import { ToolTip } from './tool-tip.ts';

const postures = fc.array(fc.double({ min: -6.28, max: 6.28, noNaN: true }), {
  minLength: jointCount,
  maxLength: jointCount,
});
const metres = fc.double({ min: -0.5, max: 0.5, noNaN: true });
const tips = fc.tuple(metres, metres, metres);

describe('boundTorques', () => {
  it('stays at or above the torque of a weight on a joint', () => {
    const tip = new ToolTip(arm);
    fc.assert(
      fc.property(postures, tips, (positions, tcp) => {
        const most = tip.boundTorques(tcp, 10);
        const torques = tip.torques(positions, tcp, [0, 0, 10]);
        expect(torques.filter((torque, joint) => Math.abs(torque) > (most[joint] ?? 0) + 1e-9)).toEqual([]);
      }),
      { numRuns: propertyRuns(100, 3000) },
    );
  });
});

describe('ForceWatch', () => {
  const outstretched = [0, Math.PI / 2, 0, 0, 0, 0];
  const at: Vec3 = [0, 0, 0.1];
  const load = (massKg: number) => ({ massKg, at });
  const watchWith = (massKg: number) => {
    const watch = new ForceWatch(arm, () => undefined);
    watch.carry(load(massKg), undefined);
    watch.setLimits({ maxTorques: [40, 40, 40, 40, 40, 40], collisionThresholds: [] });
    return watch;
  };

  it('ignores a light load in every posture', () => {
    fc.assert(
      fc.property(postures, (positions) => {
        expect(watchWith(0.5).check(positions, undefined)).toBeUndefined();
      }),
      { numRuns: propertyRuns(50, 1000) },
    );
  });

  it('reports a load that becomes too heavy for the current posture', () => {
    const watch = watchWith(0.5);
    expect(watch.check(outstretched, undefined)).toBeUndefined();
    watch.carry(load(15), undefined);
    expect(watch.check(outstretched, undefined)).toMatchObject({ cause: 'torqueCollision' });
  });

  it('reports nothing when only the limit was lowered, until the load grows', () => {
    const watch = watchWith(0.5);
    expect(watch.check(outstretched, undefined)).toBeUndefined();
    watch.setLimits({ maxTorques: [1, 1, 1, 1, 1, 1], collisionThresholds: [] });
    expect(watch.check(outstretched, undefined)).toBeUndefined();
  });
});

describe('a simulated contact', () => {
  const { lower, upper } = arm.limits;
  const at = (joint: number, angle: number) =>
    arm.startPositions.map((start, each) => (each === joint ? angle : start));

  it.each([0, 1, 2, 3, 4, 5])('ends when joint %d turns back, also at and beyond a limit', (joint) => {
    const [low = 0, high = 0] = [lower[joint], upper[joint]];
    for (const [angle, inwards] of [
      [low - 0.05, 1],
      [low, 1],
      [low + 0.01, 1],
      [high - 0.01, -1],
      [high, -1],
      [high + 0.05, -1],
    ] as const) {
      for (const size of [60, -60]) {
        const watch = new ForceWatch(arm, () => undefined);
        watch.touch({ joint, size }, at(joint, angle));
        expect(watch.externalTorques(at(joint, angle), undefined)[joint]).toBe(-inwards * 60);
        expect(watch.externalTorques(at(joint, angle + inwards * 0.021), undefined)).toEqual([]);
      }
    }
  });

  it('opposes the requested side within the range', () => {
    for (const size of [60, -60]) {
      const watch = new ForceWatch(arm, () => undefined);
      watch.touch({ joint: 3, size }, at(3, 0));
      expect(watch.externalTorques(at(3, 0), undefined)[3]).toBe(size);
    }
  });
});
