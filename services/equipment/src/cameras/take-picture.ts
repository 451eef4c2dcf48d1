import type { CameraIntrinsics, CameraSettings } from '@cellwright/domain/equipment';
import type { ArmView } from '@cellwright/domain/robot';
import type { PlanningScene } from '@cellwright/domain/space';
import type { PhotoShot } from '@cellwright/equipment/sims';
import { composePoses, noDistortion } from '@cellwright/geometry';
import {
  type Camera,
  createRenderer,
  type Picture,
  type Renderer,
  type SceneObject,
  type SensorSettings,
  type Shot,
} from '@cellwright/render';
import { arrangeScene, drawObstacles, type MeshCache } from './cell-scene.ts';

/** Settings at which light is neither raised nor lowered. */
const neutral = { contrast: 50, exposure: 350, sharpness: 50, whiteBalance: 4600, brightnessRange: 128 };
const lensBlur = 0.5;
const noise = 1.5;
const maxRenderers = 4;
const maxMeshes = 200;

/** A camera and its last scene. */
interface View {
  readonly renderer: Renderer;
  readonly key: string;
  readonly planned: PlanningScene;
  readonly shown: Omit<Shot, 'seed'>;
}

/** Takes pictures of one cell. Data that does not change between pictures is cached. */
export function createPictureTaker() {
  const views = new Map<string, View>();
  const meshes: MeshCache = new Map();
  let drawn: { readonly scene: PlanningScene; readonly obstacles: readonly SceneObject[] } | undefined;
  return (shot: PhotoShot, arm: ArmView, scene: PlanningScene): Picture => {
    if (drawn?.scene !== scene) drawn = { scene, obstacles: drawObstacles(scene) };
    const { obstacles } = drawn;
    if (meshes.size > maxMeshes) meshes.clear();
    const { seed, intrinsics, ...place } = shot;
    const lens = JSON.stringify(intrinsics);
    const key = JSON.stringify([place, arm]);
    const last = views.get(lens);
    // A camera that moves costs little; one that stands still shows its edges finely from the second picture on.
    if (last?.key === key && last.planned === scene) return last.renderer.render({ ...last.shown, seed, isFine: true });
    const shown = {
      scene: arrangeScene(arm, scene, obstacles, meshes),
      cameraPose: shot.isOnWrist ? composePoses(arm.flange, shot.mount) : shot.mount,
      sensor: sensorOf(shot.settings),
    };
    if (!last && views.size >= maxRenderers) views.clear();
    const renderer = last?.renderer ?? createCellRenderer(intrinsics);
    views.set(lens, { renderer, key, planned: scene, shown });
    return renderer.render({ ...shown, seed });
  };
}

function createCellRenderer({ width, height, fx, fy, ppx: cx, ppy: cy }: CameraIntrinsics): Renderer {
  const camera: Camera = { width, height, fx, fy, cx, cy, distortion: noDistortion };
  return createRenderer(camera);
}

/** Returns the effect of the settings of a camera on its picture. The middle of each range has no effect. */
export function sensorOf(settings: CameraSettings): SensorSettings {
  const { brightness, contrast, exposure, sharpness, hue, whiteBalance, autoWhiteBalance } = settings;
  const warmth = autoWhiteBalance ? 1 : whiteBalance / neutral.whiteBalance;
  return {
    exposure: exposure / neutral.exposure,
    gains: [warmth, 1, 1 / warmth],
    brightness: brightness / neutral.brightnessRange,
    contrast: contrast / neutral.contrast,
    hue,
    sharpness: (sharpness - neutral.sharpness) / neutral.sharpness,
    blur: lensBlur,
    noise,
  };
}
