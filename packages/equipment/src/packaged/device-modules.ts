/** The modules of packages, as drivers and simulators of their device kinds see them. */
import type { PackagedKind } from './packaged-device.ts';

export type ModuleAnswer =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly message: string };

/** Calls of a part of a module. Arguments are a JSON array, answers JSON. */
export interface ModuleCalls {
  call(name: string, args: string, signal: AbortSignal): Promise<ModuleAnswer>;
}

export interface ModulePart {
  readonly kind: PackagedKind;
  /** `drive` carries out orders for a device, `simulate` is the simulated device. */
  readonly part: 'drive' | 'simulate';
  /** Settings of the device. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly calls: ModuleCalls;
  readonly callNames: readonly string[];
}

export interface DeviceModules {
  /**
   * Runs a part of a module outside of this process, until it ends or the signal aborts. Returns why it ended. Never
   * rejects.
   */
  run(part: ModulePart, signal: AbortSignal): Promise<string>;
}
