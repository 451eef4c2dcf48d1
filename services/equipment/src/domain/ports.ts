/** State of a command's idempotency key. */
export type CommandClaim =
  /** First use: execute the command. */
  | { readonly state: 'new' }
  /** Executed before: its result, as JSON. */
  | { readonly state: 'finished'; readonly result: string }
  /** Started before without a recorded end: it may have been executed. */
  | { readonly state: 'begun' };

/** Stores commands beyond the life of the process, so that none is ever executed twice. */
export interface CommandStore {
  /** Committed before anything is sent. @throws ProductError conflict when the key was used for another command. */
  begin(key: string, fingerprint: string, at: Date): Promise<CommandClaim>;
  finish(key: string, result: string): Promise<void>;
  /** Frees the key because nothing was sent. */
  release(key: string): Promise<void>;
  /** Deletes commands from before `at`. */
  forgetBefore(at: Date): Promise<void>;
}
