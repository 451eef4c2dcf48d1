import { type CameraIntrinsics, type CameraSettings, cameraSettingsSchema } from '@cellwright/domain/equipment';
import { makePose, type Pose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import * as z from 'zod';
import type { CameraDescription } from '../../capabilities/camera.ts';
import { hostField, millisecondsField, nameField, portField, secretField } from '../fields.ts';

export interface CameraDefaults {
  readonly name: string;
  readonly host: string;
  /** m and degrees: of the optical frame on what carries it. */
  readonly mount: { readonly x: number; readonly y: number; readonly z: number; readonly rx: number };
}

const offsetField = (label: string, fallback: number) =>
  z.number().min(-10).max(10).default(fallback).meta({ label, unit: 'm' });
const turnField = (label: string, fallback: number) =>
  z.number().min(-360).max(360).default(fallback).meta({ label, unit: '°' });
const pixelsField = (label: string, fallback: number) =>
  z.number().int().min(64).max(1920).default(fallback).meta({ label });

/** Fields of every camera: connection, mounting, and the settings applied on connection. */
export const cameraFields = ({ name, host, mount }: CameraDefaults) => ({
  name: nameField(name),
  host: hostField(host),
  port: portField(3000),
  cameraID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'Enter letters, digits, dots and dashes')
    .default('wrist')
    .meta({ label: 'Camera ID', help: 'ID of the camera on its server' }),
  token: secretField('Token', 'API token of the camera server, if it asks for one', {
    pattern: /^[!-~]*$/,
    message: 'Enter the token exactly as shown, without spaces',
  }),
  frameRate: z.number().int().min(1).max(30).default(10).meta({ label: 'Frames per second' }),
  columns: pixelsField('Pixels across', 640),
  rows: pixelsField('Pixels down', 480),
  horizontalView: z.number().min(10).max(150).default(69).meta({
    label: 'Horizontal view angle',
    unit: '°',
    help: 'Of the simulated camera. A real camera sends its own intrinsics',
  }),
  x: offsetField('x', mount.x),
  y: offsetField('y', mount.y),
  z: offsetField('z', mount.z),
  rx: turnField('Turn about x', mount.rx),
  ry: turnField('Turn about y', 0),
  rz: turnField('Turn about z', 0),
  brightness: settingField('brightness', 'Brightness'),
  contrast: settingField('contrast', 'Contrast'),
  exposure: settingField('exposure', 'Exposure', 'In steps of 0.1 ms'),
  sharpness: settingField('sharpness', 'Sharpness'),
  hue: settingField('hue', 'Hue'),
  whiteBalance: settingField('whiteBalance', 'White balance', 'In kelvin; ignored while automatic'),
  autoWhiteBalance: cameraSettingsSchema.shape.autoWhiteBalance.meta({ label: 'Automatic white balance' }),
  connectTimeoutMS: millisecondsField('Time to connect', 2000),
  timeoutMS: millisecondsField('Time to answer', 2000),
});

function settingField(name: Exclude<keyof CameraSettings, 'autoWhiteBalance'>, label: string, help?: string) {
  return cameraSettingsSchema.shape[name].meta({ label, ...(help === undefined ? {} : { help }) });
}

const fieldsSchema = z.object(cameraFields({ name: '', host: '127.0.0.1', mount: { x: 0, y: 0, z: 0, rx: 0 } }));
export type CameraConfig = z.infer<typeof fieldsSchema> & { readonly kind: string };

export function settingsIn(config: CameraConfig): CameraSettings {
  return cameraSettingsSchema.parse(config);
}

export function describeCamera(config: CameraConfig, isOnWrist: boolean): CameraDescription {
  const { frameRate, columns: width, rows: height } = config;
  return { frameRate, width, height, mount: mountOf(config), isOnWrist };
}

function mountOf({ x, y, z: height, rx, ry, rz }: CameraConfig): Pose {
  return makePose([x, y, height], quaternionFromEulerDegrees([rx, ry, rz]));
}

/** Intrinsics of a simulated camera: square pixels, the optical axis in the middle. */
export function intrinsicsOf({ columns: width, rows: height, horizontalView }: CameraConfig): CameraIntrinsics {
  const focal = width / 2 / Math.tan((horizontalView * Math.PI) / 360);
  return { width, height, fx: focal, fy: focal, ppx: (width - 1) / 2, ppy: (height - 1) / 2 };
}
