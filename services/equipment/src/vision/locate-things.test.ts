import { tool0PoseFromRest } from '@cellwright/arm';
import type { FoundBlob } from '@cellwright/domain/equipment';
import {
  composePoses,
  identityPose,
  makePose,
  quaternionFromEulerDegrees,
  rotateVec3,
  transformPoint,
} from '@cellwright/geometry';
import { projectPoint } from '@cellwright/vision';
import { describe, expect, it } from 'vitest';
import { keepInRegion, locateThings, type View } from './locate-things.ts';

const lens = { fx: 600, fy: 602, ppx: 320, ppy: 240, distortion: { k1: -0.1, k2: 0.03, p1: 0.001, p2: 0, k3: 0 } };
const view: View = {
  intrinsics: { width: 640, height: 480, ...lens },
  camera: makePose([0.4, 0.1, 0.6], quaternionFromEulerDegrees([170, 8, 30])),
};
const plane = makePose([0.4, 0, 0.05], quaternionFromEulerDegrees([3, -2, 15]));

/** The blob of a part with this place and rotation on the plane, m and degrees. */
function blobOf(x: number, y: number, height: number, degrees: number): FoundBlob {
  const pixelOf = (along: number) => {
    const angle = (degrees * Math.PI) / 180;
    const point = transformPoint(plane, [x + along * Math.cos(angle), y + along * Math.sin(angle), height]);
    const [u, v, w] = transformPoint(inverseOfCamera, point);
    return projectPoint(lens, [u, v, w]) ?? { x: Number.NaN, y: Number.NaN };
  };
  const middle = pixelOf(0);
  const beside = pixelOf(0.002);
  const rotation = (Math.atan2(beside.y - middle.y, beside.x - middle.x) * 180) / Math.PI;
  return { ...middle, width: 40, height: 20, rotation, score: 1, contour: [] };
}

const inverseOfCamera = (() => {
  const { i, j, k, w, x, y, z } = view.camera;
  const turn = { i: -i, j: -j, k: -k, w };
  const [a, b, c] = rotateVec3(turn, [-x, -y, -z]);
  return makePose([a, b, c], turn);
})();

describe('locateThings', () => {
  it('places a part where the ray of its pixel meets its top, with the tool pointing into the plane', () => {
    for (const [x, y, degrees] of [
      [0.05, 0.1, 0],
      [-0.08, 0.15, 40],
      [0.1, -0.02, -70],
    ] as const) {
      const [found] = locateThings([blobOf(x, y, 0.03, degrees)], view, { plane, objectHeight: 0.03 });
      if (!found) throw new Error('The ray meets the plane');
      const top = transformPoint(plane, [x, y, 0.03]);
      expect(Math.hypot(found.pose.x - top[0], found.pose.y - top[1], found.pose.z - top[2])).toBeLessThan(1e-6);
      const flange = tool0PoseFromRest(found.pose);
      const down = rotateVec3(flange, [0, 0, 1]);
      const normal = rotateVec3(plane, [0, 0, 1]);
      expect(down[0] * normal[0] + down[1] * normal[1] + down[2] * normal[2]).toBeCloseTo(-1, 9);
      const side = rotateVec3(flange, [1, 0, 0]);
      const long = rotateVec3(plane, [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0]);
      expect(side[0] * long[0] + side[1] * long[1] + side[2] * long[2]).toBeGreaterThan(0.9999);
    }
  });

  it('takes the side of the plane on which the camera is, however the plane was taught', () => {
    const upsideDown = composePoses(plane, makePose([0, 0, 0], quaternionFromEulerDegrees([180, 0, 0])));
    const blob = blobOf(0.05, 0.1, 0.03, 0);
    const [one] = locateThings([blob], view, { plane, objectHeight: 0.03 });
    const [other] = locateThings([blob], view, { plane: upsideDown, objectHeight: 0.03 });
    expect(other?.pose.z).toBeCloseTo(one?.pose.z ?? 0, 9);
  });

  it('moves the pose by the offset in the frame of the thing', () => {
    const blob = blobOf(0.05, 0.1, 0, 0);
    const [found] = locateThings([blob], view, { plane, objectHeight: 0 });
    const transform = { ...identityPose, z: -0.02 };
    const [moved] = locateThings([blob], view, { plane, objectHeight: 0, transform });
    const normal = rotateVec3(plane, [0, 0, 1]);
    expect((moved?.pose.z ?? 0) - (found?.pose.z ?? 0)).toBeCloseTo(0.02 * normal[2], 9);
  });

  it('leaves out a thing whose ray does not meet the plane', () => {
    const above = { ...plane, z: 2 };
    expect(locateThings([blobOf(0, 0, 0, 0)], view, { plane: above, objectHeight: 0 })).toEqual([]);
  });
});

describe('keepInRegion', () => {
  const at = (x: number, y: number): FoundBlob => ({ x, y, width: 1, height: 1, rotation: 0, score: 1, contour: [] });
  const things = [at(100, 100), at(150, 100), at(100, 160)];

  it('keeps all without a region', () => {
    expect(keepInRegion(things, undefined)).toEqual(things);
  });

  it('keeps those in a turned rectangle', () => {
    const region = { kind: 'rectangle' as const, x: 100, y: 100, width: 20, height: 140, rotation: 90 };
    expect(keepInRegion(things, region)).toEqual([things[0], things[1]]);
    expect(keepInRegion(things, { ...region, rotation: 0 })).toEqual([things[0], things[2]]);
  });

  it('keeps those in a polygon', () => {
    const points = [
      { x: 90, y: 90 },
      { x: 160, y: 90 },
      { x: 90, y: 130 },
    ];
    expect(keepInRegion(things, { kind: 'polygon', points })).toEqual([things[0]]);
  });
});
