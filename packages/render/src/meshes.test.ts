import { crossVec3, dotVec3, subtractVec3, type Vec3 } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { createBox, createCapsule, createChessboard, createCylinder, createSphere, type Mesh } from './meshes.ts';

function trianglesOf({ corners }: Mesh): [Vec3, Vec3, Vec3][] {
  const at = (index: number): Vec3 => [corners[index] ?? 0, corners[index + 1] ?? 0, corners[index + 2] ?? 0];
  return Array.from({ length: corners.length / 9 }, (_, index) => [
    at(index * 9),
    at(index * 9 + 3),
    at(index * 9 + 6),
  ]);
}

/** By the divergence theorem: right for a closed surface whose triangles all turn the same way. */
function volumeOf(mesh: Mesh): number {
  return trianglesOf(mesh).reduce((sum, [a, b, c]) => sum + dotVec3(a, crossVec3(b, c)) / 6, 0);
}

describe('a primitive', () => {
  it.each([
    ['box', createBox([1, 2, 3]), 6, 3],
    ['cylinder', createCylinder(1, 2, 200), 2 * Math.PI, 2],
    ['sphere', createSphere(1, 200), (4 / 3) * Math.PI, 1],
    ['capsule', createCapsule(1, 2, 200), (4 / 3) * Math.PI + 2 * Math.PI, 1],
  ])('encloses its volume: %s', (_, mesh, volume, digits) => {
    expect(Math.abs(volumeOf(mesh))).toBeCloseTo(volume, digits > 1 ? 2 : 1);
  });

  it('has no triangle without an area', () => {
    for (const mesh of [createBox([1, 2, 3]), createCylinder(1, 2), createSphere(1), createCapsule(0.1, 1)]) {
      for (const [a, b, c] of trianglesOf(mesh)) {
        const normal = crossVec3(subtractVec3(b, a), subtractVec3(c, a));
        expect(Math.hypot(...normal)).toBeGreaterThan(1e-9);
      }
    }
  });

  it('alternates black and white on a chessboard inside a white margin', () => {
    const { corners, colors } = createChessboard(4, 3, 0.1);
    expect(corners.length / 9).toBe(6 * 5 * 2);
    expect(colors?.length).toBe(6 * 5 * 2 * 3);
    const black = colors?.filter((value) => value === 0).length;
    // 6 of 12 squares, two triangles each.
    expect(black).toBe(6 * 2 * 3);
  });
});
