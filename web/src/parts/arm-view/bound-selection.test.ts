import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { boundSelection } from './bound-selection.ts';

const at = (x: number, y: number, z: number) => ({ ...identityPose, x, y, z });
const place = (id: string, x: number, isChosen: boolean) => ({ id, name: id, pose: at(x, 0, 0), isChosen });

describe('boundSelection', () => {
  it('returns nothing without a selection', () => {
    const solid = { id: 'box', shape: { kind: 'sphere', radius: 1 }, pose: identityPose } as const;
    expect(boundSelection({ places: [place('P1', 1, false)], solids: [solid] })).toBeUndefined();
  });

  it('contains the selected positions, which are relative to the base of the arm', () => {
    const places = [place('P1', 0.2, true), place('P2', 0.6, true), place('P3', 5, false)];
    const { center, radius } = boundSelection({ places, solids: [], base: at(0, 0, 0.5) }) ?? {};
    expect([center?.[0], center?.[2], radius]).toEqual([0.4, 0.5, expect.closeTo(0.2, 9)]);
  });

  it.each([
    [{ kind: 'box', size: [0.6, 0.8, 0] }, [1, 2, 3], 0.5],
    [{ kind: 'sphere', radius: 0.25 }, [1, 2, 3], Math.sqrt(3) * 0.25],
    [{ kind: 'convex', vertices: [0, 0, 0, 2, 0, 0] }, [2, 2, 3], 1],
    [{ kind: 'mesh', corners: Float32Array.of(0, 0, 0, 0, 1000, 0, 0, 0, 0), scale: 0.001 }, [1, 2.5, 3], 0.5],
  ] as const)('contains a selected solid: %j', (shape, center, radius) => {
    const found = boundSelection({ solids: [{ id: 'solid', shape, pose: at(1, 2, 3), isChosen: true }] });
    expect(found?.center.map((value) => Number(value.toFixed(9)))).toEqual(center);
    expect(found?.radius).toBeCloseTo(radius, 6);
  });
});
