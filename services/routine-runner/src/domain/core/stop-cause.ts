import type { Failure } from '@cellwright/domain/robot';
import type { RunStop } from '@cellwright/domain/run';

/**
 * Reason why all operations end. Motion has been stopped, or is being stopped, already. `failure`: the session fails;
 * with `keepsRun` a run is paused instead of ended. `safeguard`: the safeguard was opened, a run is paused.
 * `commandTaken`: another runner commands the controller.
 */
export type StopCause =
  | { readonly kind: 'stop' | 'commandTaken'; readonly stop: RunStop }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly keepsRun: boolean }
  | { readonly kind: 'safeguard' };
