import type { Texts } from '../en.ts';

/** Texts of the camera viewer. */
export const cameraViewerEn = {
  title: 'Camera viewer',
  camera: 'Camera',
  picture: 'Picture of {{name}}',
  failed: 'The cameras could not be loaded',
  none: 'No cameras',
  noneHelp: 'Add a camera under Devices → Equipment, and enable it.',
  waiting: 'Waiting for the first picture',
  old: 'No new picture. This one is out of date.',
  state: 'State',
  states: { connected: 'Connected', connecting: 'Connecting', busy: 'Busy', disconnected: 'Disconnected' },
  frameRate: 'Frame rate',
  perSecond: '{{rate}} per second',
  age: 'Age of the picture',
  sharpness: 'Sharpness (higher is sharper)',
  clipped: '{{black}} % black, {{white}} % white',
} as const;

export type CameraViewerTexts = Texts<typeof cameraViewerEn>;
