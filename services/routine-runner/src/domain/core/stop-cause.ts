import type { Failure, RunStop } from '@cellwright/domain';

/**
 * Why everything under way ends. Motion has been stopped, or is being stopped, already.
 * `failure`: the session fails; with `keepsRun` a run is held instead of ended. `safeguard`: the safeguard was opened, a run is
 * held. `commandTaken`: another runner commands the controller.
 */
export type StopCause =
  | { readonly kind: 'stop' | 'commandTaken'; readonly stop: RunStop }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly keepsRun: boolean }
  | { readonly kind: 'safeguard' };
