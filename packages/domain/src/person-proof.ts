/** Proves to a service of the cell for whom the gateway calls it. All fields are empty for a call that the gateway makes for itself. */
export interface PersonProof {
  /** Signed by identity: who it is, and its permissions. */
  readonly assertion: string;
  /** Signed by identity: this session has shown its control-panel PIN. */
  readonly unlock: string;
  /** The gateway's own word, for callers whom identity does not know: `machine` for this machine's key, or `signedOutScreen`. */
  readonly standIn: string;
}

export const noPerson: PersonProof = { assertion: '', unlock: '', standIn: '' };
