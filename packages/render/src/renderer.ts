import type { Pose } from '@cellwright/geometry';
import type { Camera } from './camera.ts';
import { drawScene, type Faces, type Target } from './draw-scene.ts';
import { createLensMap, gatherLight, type LensMap } from './lens.ts';
import type { Scene } from './scene.ts';
import { expose, filterLight, type SensorSettings } from './sensor.ts';
import { listVisible, type VisibleObject } from './truth.ts';

/** One exposure. */
export interface Shot {
  readonly scene: Scene;
  /** Pose of the optical frame in the world. */
  readonly cameraPose: Pose;
  readonly sensor: SensorSettings;
  /** Seed of the noise. */
  readonly seed: number;
  /** True averages several grids of samples: for edges that are measured, in four times the time. Default false. */
  readonly isFine?: boolean;
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
  /** A shot of the same scene, pose and settings (the same objects) as the one before takes new noise only. */
  render(shot: Shot): Picture;
}

/**
 * Places of the grids of a fine picture, pixels. With two samples a pixel they give eight different rows and columns, so
 * that an edge along them is seen within an eighth of a pixel.
 */
const fineShifts = [
  [-3 / 16, -1 / 16],
  [-1 / 16, 3 / 16],
  [1 / 16, -3 / 16],
  [3 / 16, 1 / 16],
] as const;

function shiftTarget(target: Target, [right, down]: (typeof fineShifts)[number]): Target {
  return { ...target, column: target.column + right, row: target.row + down };
}

/** View that the kept light shows. */
interface Drawn extends Omit<Shot, 'seed' | 'isFine'> {
  readonly isFine: boolean;
  readonly faces: Faces;
}

/** @param samples per pixel along each axis: 2 for pictures that are measured in, 1 for a quick look. */
export function createRenderer(camera: Camera, samples = 2): Renderer {
  const { width, height } = camera;
  const map = createLensMap(camera, samples);
  const light = new Float32Array(width * height * 3);
  /** Light of one grid of a fine picture; made by the first one. */
  let part: Float32Array | undefined;
  const rgb = new Uint8Array(width * height * 3);
  const ids = new Uint16Array(width * height);
  const depth = new Float32Array(width * height);
  let count = 0;
  let drawn: Drawn | undefined;
  const draw = ({ scene, cameraPose, sensor, isFine = false }: Shot): Drawn => {
    const isSame = drawn?.scene === scene && drawn.cameraPose === cameraPose && drawn.sensor === sensor;
    if (drawn && isSame && drawn.isFine === isFine) return drawn;
    if (isFine) {
      light.fill(0);
      part ??= new Float32Array(light.length);
      for (const shift of fineShifts) {
        gatherLight(map, drawScene(shiftTarget(map.target, shift), camera, scene, cameraPose), part);
        for (let at = 0; at < light.length; at += 1) light[at] = (light[at] ?? 0) + (part[at] ?? 0) / fineShifts.length;
      }
    }
    // Last, since the truth is read from its samples.
    const faces = drawScene(map.target, camera, scene, cameraPose);
    if (!isFine) gatherLight(map, faces, light);
    filterLight(light, width, sensor);
    return { scene, cameraPose, sensor, isFine, faces };
  };
  return {
    render(shot) {
      const { scene, cameraPose, sensor, seed } = shot;
      const number = ++count;
      drawn = draw(shot);
      const { faces } = drawn;
      expose(light, sensor, seed, rgb);
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
