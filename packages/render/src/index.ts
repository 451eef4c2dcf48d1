/**
 * Pictures of a scene without a graphics card: triangles through a pinhole with lens distortion onto a sensor with blur,
 * exposure and noise, and beside each picture its truth. Pure; the same seed gives the same bytes. Metres; the optical frame of a camera has z forward, x to the
 * right and y down.
 */
export type { Camera } from './camera.ts';
export * from './meshes.ts';
export { createRenderer, type Picture, type Renderer, type Shot } from './renderer.ts';
export type { Color, Light, Scene, SceneObject } from './scene.ts';
export { defaultSensor, type SensorSettings } from './sensor.ts';
export type { VisibleObject } from './truth.ts';
