import type { CameraViewerTexts } from '../en/camera-viewer.ts';

export const cameraViewerDe: CameraViewerTexts = {
  title: 'Kameraansicht',
  camera: 'Kamera',
  picture: 'Bild von {{name}}',
  failed: 'Die Kameras konnten nicht geladen werden',
  none: 'Keine Kameras',
  noneHelp: 'Fügen Sie unter Geräte eine Kamera hinzu, und schalten Sie sie ein.',
  waiting: 'Warten auf das erste Bild',
  old: 'Kein neues Bild. Dieses ist veraltet.',
  state: 'Zustand',
  states: { connected: 'Verbunden', connecting: 'Verbindet', busy: 'Beschäftigt', disconnected: 'Getrennt' },
  frameRate: 'Bildrate',
  perSecond: '{{rate}} pro Sekunde',
  age: 'Alter des Bildes',
  sharpness: 'Schärfe (höher ist schärfer)',
  clipped: '{{black}} % schwarz, {{white}} % weiß',
};
