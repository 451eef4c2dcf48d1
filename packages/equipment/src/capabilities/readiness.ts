import type { Readiness } from '@cellwright/domain/equipment';
import type { Capability } from './capability.ts';

export interface ReadinessDevice {
  /** Checks whether the device is connected and set up for its work. Moves and starts nothing, never rejects. */
  check(signal: AbortSignal): Promise<Readiness>;
}

export const readinessCapability: Capability<ReadinessDevice, Record<never, never>, Record<never, never>> = {
  label: 'device whose readiness can be checked',
};
