import type { ArmView, CameraSettings, PlanningScene } from '@cellwright/domain';
import type { PhotoShot } from '@cellwright/equipment/sims';
import { composePoses } from '@cellwright/geometry';
import {
  type Camera,
  createRenderer,
  noDistortion,
  type Picture,
  type Renderer,
  type SceneObject,
  type SensorSettings,
} from '@cellwright/render';
import { arrangeScene, drawObstacles, type MeshCache } from './cell-scene.ts';

/** Settings at which light is neither raised nor lowered. */
const neutral = { contrast: 50, exposure: 350, sharpness: 50, whiteBalance: 4600, brightnessRange: 128 };
const lensBlur = 0.5;
const noise = 1.5;
const maxRenderers = 4;
const maxMeshes = 200;

/** Takes pictures of one cell. What does not change from one picture to the next is kept. */
export function createPictureTaker() {
  const renderers = new Map<string, Renderer>();
  const meshes: MeshCache = new Map();
  let drawn: { readonly scene: PlanningScene; readonly obstacles: readonly SceneObject[] } | undefined;
  return (shot: PhotoShot, arm: ArmView, scene: PlanningScene): Picture => {
    if (drawn?.scene !== scene) drawn = { scene, obstacles: drawObstacles(scene) };
    if (meshes.size > maxMeshes) meshes.clear();
    const cameraPose = shot.isOnWrist ? composePoses(arm.flange, shot.mount) : shot.mount;
    const sensor = sensorOf(shot.settings);
    const arranged = arrangeScene(arm, scene, drawn.obstacles, meshes);
    return rendererOf(renderers, shot).render({ scene: arranged, cameraPose, sensor, seed: shot.seed });
  };
}

function rendererOf(renderers: Map<string, Renderer>, { intrinsics }: PhotoShot): Renderer {
  const key = JSON.stringify(intrinsics);
  const known = renderers.get(key);
  if (known) return known;
  if (renderers.size >= maxRenderers) renderers.clear();
  const { width, height, fx, fy, ppx: cx, ppy: cy } = intrinsics;
  const camera: Camera = { width, height, fx, fy, cx, cy, distortion: noDistortion };
  const renderer = createRenderer(camera);
  renderers.set(key, renderer);
  return renderer;
}

/** Returns what the settings of a camera do to its picture. The middle of each range leaves the picture alone. */
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
