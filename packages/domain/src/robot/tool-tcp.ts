import { identityPose } from '@cellwright/geometry';
import type { WirePose } from './position.ts';

/** Points of a tool, each in the flange frame, metres. */
export interface ToolPoints {
  /** TCP of the tool; for a changer, of its active end. */
  readonly tcp: WirePose;
  /** Ends of a changer. */
  readonly ends?: readonly { readonly end: number; readonly tcp: WirePose }[] | undefined;
  /** Optical frame of the calibrated wrist camera. */
  readonly wristCamera?: WirePose | undefined;
}

/**
 * Returns the point of a tcpOption in the flange frame: 'wrist' is the flange, 'wristCamera' the optical frame of the
 * calibrated camera on it, 'auto' the tool or the active end of a changer, and 'ee-N' the N-th end; a tool without ends is
 * 'ee-1' itself. Undefined if there is no such point.
 */
export function tcpOf(tool: ToolPoints, tcpOption: string): WirePose | undefined {
  if (tcpOption === 'wrist') return identityPose;
  if (tcpOption === 'wristCamera') return tool.wristCamera;
  if (tcpOption === 'auto') return tool.tcp;
  if (tool.ends === undefined) return tcpOption === 'ee-1' ? tool.tcp : undefined;
  return tool.ends.find(({ end }) => tcpOption === `ee-${end}`)?.tcp;
}
