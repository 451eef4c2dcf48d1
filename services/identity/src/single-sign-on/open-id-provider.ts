import { ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import type { Logger } from '@cellwright/service-kit';
import type * as openid from 'openid-client';
import type { OpenIDProvider, ProviderAccount, SignInChecks } from './provider.ts';
import { hasRoleClaim, readRoles } from './read-roles.ts';
import type { SingleSignOnSettings } from './settings.ts';

/** Time limit of each request to the provider, s. */
const timeoutSeconds = 8;
type Claims = Readonly<Record<string, unknown>> & { readonly email_verified?: unknown };

/** Connects to the OpenID provider by its discovery document, which is read with the first sign-in. */
export function createOpenIDProvider(settings: SingleSignOnSettings, log: Logger): OpenIDProvider {
  const { clientID, clientSecret, issuer, scopes, roleClaim } = settings;
  let discovered: Promise<Discovered> | undefined;
  const discover = async (): Promise<Discovered> => {
    const client = await import('openid-client');
    const execute = [client.enableNonRepudiationChecks];
    if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests);
    const authentication = clientSecret === undefined ? client.None() : undefined;
    const options = { execute, timeout: timeoutSeconds };
    return { client, config: await client.discovery(issuer, clientID, clientSecret, authentication, options) };
  };
  /** Reads the discovery document once; after a failure, again with the next sign-in. */
  const connect = (): Promise<Discovered> => {
    discovered ??= discover();
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  };
  const ask = async <T>(question: (provider: Discovered) => Promise<T>): Promise<T> => {
    try {
      return await question(await connect());
    } catch (error) {
      throw explain(error, settings.name, log);
    }
  };
  return {
    begin: (redirectURL) =>
      ask(async ({ client, config }) => {
        const checks = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectURL,
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectURL,
          scope: scopes,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, checks };
      }),
    complete: (query, checks) =>
      ask(async (provider) => {
        const answer = new URL(checks.redirectURL);
        answer.search = query;
        return accountOf(await redeem(provider, answer, { checks, roleClaim }), roleClaim);
      }),
  };
}

interface Discovered {
  readonly client: typeof openid;
  readonly config: openid.Configuration;
}

/** Exchanges the code, and returns the claims of the identity token, with those of the user info if it has no roles. */
async function redeem(
  { client, config }: Discovered,
  answer: URL,
  { checks, roleClaim }: { readonly checks: SignInChecks; readonly roleClaim: string },
): Promise<Claims & { readonly iss: string; readonly sub: string }> {
  const tokens = await client.authorizationCodeGrant(config, answer, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider sent no identity token');
  const isComplete = hasRoleClaim(claims, roleClaim) || config.serverMetadata().userinfo_endpoint === undefined;
  if (isComplete) return claims;
  const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return { ...info, ...claims };
}

function accountOf(
  claims: Claims & { readonly iss: string; readonly sub: string },
  roleClaim: string,
): ProviderAccount {
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username: text('preferred_username'),
    name: text('name'),
    email: claims.email_verified === true ? text('email') : undefined,
    roles: readRoles(claims, roleClaim),
  };
}

/** Codes of openid-client for a provider that cannot be reached, or does not answer as one. */
const unreachable: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function explain(error: unknown, name: string, log: Logger): ProductError {
  if (error instanceof ProductError) return error;
  const code = codeOf(error);
  log.warn('single sign-on failed', { error, code });
  if (error instanceof TypeError || (code !== undefined && unreachable.has(code)))
    return new ProductError('unavailable', accessMessages.providerAway(name), undefined, { cause: error });
  return new ProductError('authorization_required', accessMessages.notConfirmed(name), undefined, {
    cause: error,
  });
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
