import type { Capability } from './capability.ts';

/** A weld torch is a tool without signals of its own: the weld machine has them. */
export interface TorchDescription {
  /** Angle between the wire and the flange axis, rad. */
  readonly angle: number;
}

export const torchCapability: Capability<object, TorchDescription, object> = { label: 'weld torch' };
