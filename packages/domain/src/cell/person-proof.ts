/**
 * Proof for a service of the cell of the user for whom the gateway calls it. All fields are empty for the gateway's own
 * calls.
 */
export interface PersonProof {
  /** Signed by identity: the user and their permissions. */
  readonly assertion: string;
  /** Signed by identity: this session has entered its control-panel PIN. */
  readonly unlock: string;
  /**
   * Set by the gateway for callers without a user in identity: `machine` for this machine's key, or `signedOutScreen`.
   */
  readonly standIn: string;
}

export const noPerson: PersonProof = { assertion: '', unlock: '', standIn: '' };
