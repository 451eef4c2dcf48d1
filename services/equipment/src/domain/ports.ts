/** What is known of a command's idempotency key. */
export type CommandClaim =
  /** First seen: carry it out. */
  | { readonly state: 'new' }
  /** Carried out before: its result, as JSON. */
  | { readonly state: 'finished'; readonly result: string }
  /** Begun before, and its end was never written: it may have been carried out. */
  | { readonly state: 'begun' };

/** Remembers commands beyond the life of the process, so that none is ever carried out twice. */
export interface CommandStore {
  /** Committed before anything is sent. @throws ProductError conflict when the key was used for another command. */
  begin(key: string, fingerprint: string, at: Date): Promise<CommandClaim>;
  finish(key: string, result: string): Promise<void>;
  /** Nothing was sent: the key may be used again. */
  release(key: string): Promise<void>;
  /** Forgets commands from before `at`. */
  forgetBefore(at: Date): Promise<void>;
}
