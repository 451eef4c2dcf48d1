import * as z from 'zod';

/** Settings of a camera, named as programs of the robot API name them. */
export const cameraSettingsSchema = z.object({
  brightness: z.number().int().min(-64).max(64).default(0),
  contrast: z.number().int().min(0).max(100).default(50),
  exposure: z.number().int().min(1).max(10_000).default(350),
  sharpness: z.number().int().min(0).max(100).default(50),
  hue: z.number().int().min(-180).max(180).default(0),
  whiteBalance: z.number().int().min(2800).max(6500).default(4600),
  autoWhiteBalance: z.boolean().default(true),
});
export type CameraSettings = z.infer<typeof cameraSettingsSchema>;

const settings = cameraSettingsSchema.shape;
/** Subset of the settings: omitted settings do not change. */
export const cameraSettingsChangeSchema = z
  .object({
    brightness: settings.brightness.unwrap(),
    contrast: settings.contrast.unwrap(),
    exposure: settings.exposure.unwrap(),
    sharpness: settings.sharpness.unwrap(),
    hue: settings.hue.unwrap(),
    whiteBalance: settings.whiteBalance.unwrap(),
    autoWhiteBalance: settings.autoWhiteBalance.unwrap(),
  })
  .partial();
export type CameraSettingsChange = z.infer<typeof cameraSettingsChangeSchema>;

/** Returns the settings after a change. */
export function changeCameraSettings(settings: CameraSettings, change: CameraSettingsChange): CameraSettings {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return cameraSettingsSchema.parse({ ...settings, ...Object.fromEntries(given) });
}

/** Pixels, without distortion coefficients where they are not known. */
export const cameraIntrinsicsSchema = z.object({
  width: z.number(),
  height: z.number(),
  fx: z.number(),
  fy: z.number(),
  ppx: z.number(),
  ppy: z.number(),
});
export type CameraIntrinsics = z.infer<typeof cameraIntrinsicsSchema>;

/** Radial and tangential distortion of a lens, in the order and sense of OpenCV. */
export const lensDistortionSchema = z.object({
  k1: z.number(),
  k2: z.number(),
  p1: z.number(),
  p2: z.number(),
  k3: z.number(),
});

/** Intrinsics with the distortion of the lens. */
export const lensIntrinsicsSchema = cameraIntrinsicsSchema.extend({ distortion: lensDistortionSchema });
export type LensIntrinsics = z.infer<typeof lensIntrinsicsSchema>;

/** Headers of a camera frame over HTTP, and of each part of a stream of them. */
export const frameHeaders = {
  /** Counts the frames of the camera. */
  sequence: 'x-frame-sequence',
  /** ms since the frame was captured. */
  age: 'x-frame-age-ms',
  /** Age up to which the frame is current, ms. */
  validFor: 'x-frame-valid-for-ms',
} as const;
