import { Color } from 'three';
import type { ScenePalette } from './palette.ts';

/** Clearance from which on a path has the colour of a free one, m. */
export const wideClearance = 0.1;

/** Property of a path that its colour shows. */
export type PathColoring = 'speed' | 'clearance';

/** Returns the colour of a speed between that of a standstill and that of the limits. */
export function colorOfSpeed(speed: number | undefined, palette: ScenePalette): string {
  if (speed === undefined) return palette.ghost;
  const share = Math.min(1, Math.max(0, speed));
  return `#${new Color(palette.slowPath).lerp(new Color(palette.fastPath), share).getHexString()}`;
}

/** Returns the colour of a clearance between that of a contact and that of a free path. */
export function colorOfClearance(clearance: number | undefined, palette: ScenePalette): string {
  if (clearance === undefined) return palette.ghost;
  const share = Math.min(1, Math.max(0, clearance / wideClearance));
  return `#${new Color(palette.failure).lerp(new Color(palette.slowPath), share).getHexString()}`;
}
