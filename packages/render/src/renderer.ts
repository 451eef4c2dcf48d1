import type { Pose } from '@cellwright/geometry';
import type { Camera } from './camera.ts';
import { drawScene } from './draw-scene.ts';
import { createLensMap, gatherLight, type LensMap } from './lens.ts';
import type { Scene } from './scene.ts';
import { expose, type SensorSettings } from './sensor.ts';
import { listVisible, type VisibleObject } from './truth.ts';

/** One exposure. */
export interface Shot {
  readonly scene: Scene;
  /** Pose of the optical frame in the world. */
  readonly cameraPose: Pose;
  readonly sensor: SensorSettings;
  /** Seed of the noise. */
  readonly seed: number;
}

/**
 * A picture and its truth, which is worked out when it is read. The arrays belong to the renderer and are written again by
 * its next picture; the truth has to be read before.
 */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly rgb: Uint8Array;
  /** Object at the middle of each pixel; 0 is the background. */
  readonly ids: Uint16Array;
  /** Its distance along the optical axis, m; 0 for the background. */
  readonly depth: Float32Array;
  readonly visible: readonly VisibleObject[];
}

export interface Renderer {
  render(shot: Shot): Picture;
}

/** @param samples per pixel along each axis: 2 for pictures that are measured in, 1 for a quick look. */
export function createRenderer(camera: Camera, samples = 2): Renderer {
  const { width, height } = camera;
  const map = createLensMap(camera, samples);
  const light = new Float32Array(width * height * 3);
  const rgb = new Uint8Array(width * height * 3);
  const ids = new Uint16Array(width * height);
  const depth = new Float32Array(width * height);
  let count = 0;
  return {
    render({ scene, cameraPose, sensor, seed }) {
      const number = ++count;
      const faces = drawScene(map.target, camera, scene, cameraPose);
      gatherLight(map, faces, light);
      expose(light, width, sensor, seed, rgb);
      let visible: readonly VisibleObject[] | undefined;
      const look = (): readonly VisibleObject[] => {
        if (visible) return visible;
        if (number !== count) throw new Error('The truth of a picture has to be read before the next picture');
        gatherTruth(map, faces.objects, ids, depth);
        visible = listVisible(scene, cameraPose, ids, width);
        return visible;
      };
      return {
        ...{ width, height, rgb },
        get ids() {
          look();
          return ids;
        },
        get depth() {
          look();
          return depth;
        },
        get visible() {
          return look();
        },
      };
    },
  };
}

function gatherTruth({ target, middle }: LensMap, objects: Uint16Array, ids: Uint16Array, depth: Float32Array): void {
  const { faces, inverseDepths } = target.buffer;
  for (let pixel = 0; pixel < middle.length; pixel += 1) {
    const sample = middle[pixel] ?? 0;
    const inverse = inverseDepths[sample] ?? 0;
    ids[pixel] = objects[faces[sample] ?? 0] ?? 0;
    depth[pixel] = inverse > 0 ? 1 / inverse : 0;
  }
}
