/** Account of a user at an OpenID provider, after its signature was verified. */
export interface ProviderAccount {
  readonly issuer: string;
  /** Identifier that the provider never gives to another user. */
  readonly subject: string;
  readonly username: string | undefined;
  readonly name: string | undefined;
  /** Only if the provider has verified it. */
  readonly email: string | undefined;
  readonly roles: readonly string[];
}

/** Values that the answer of a provider must match. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE. */
  readonly verifier: string;
  /** Address to which the provider returns the browser. */
  readonly redirectURL: string;
}

/** Port to an OpenID provider. */
export interface OpenIDProvider {
  /** Returns the address of the provider's sign-in page. @throws ProductError unavailable */
  begin(redirectURL: string): Promise<{ readonly url: string; readonly checks: SignInChecks }>;
  /**
   * Redeems the answer of the provider, given as the query of the address to which it returned the browser.
   * @throws ProductError unavailable, authorization_required
   */
  complete(query: string, checks: SignInChecks): Promise<ProviderAccount>;
}
