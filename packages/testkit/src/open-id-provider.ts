/// <reference path="./oidc-provider.d.ts" />
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims of an account, besides its subject. */
export type AccountClaims = object;

export interface TestProviderOptions {
  readonly clientID: string;
  readonly clientSecret: string;
  /** Address to which the provider returns browsers. Default: set by `register` before the first request. */
  readonly redirectURL?: string;
  readonly accounts: Accounts;
}

/** Accounts by subject; read with each sign-in. */
export interface Accounts {
  get(subject: string): AccountClaims | undefined;
}

/** An OpenID provider on loopback: a certified implementation by others. */
export interface TestProvider {
  readonly issuer: string;
  /** Sets the address to which it returns browsers. Only before the first request. */
  register(redirectURL: string): void;
  /**
   * Signs in like a user at the provider's page, without a browser.
   * @returns the address to which the provider sends the browser.
   */
  signIn(url: string, subject: string): Promise<URL>;
  stop(): Promise<void>;
}

const artifacts = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'];

/** Starts the provider. Its sign-in page accepts each account without a password. */
export async function startTestProvider(options: TestProviderOptions): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Sound: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let redirectURL = options.redirectURL ?? '';
  let handle: RequestListener | undefined;
  server.on('request', (request, response) => {
    const listener = handle ?? createProvider(issuer, redirectURL, options).callback();
    handle = listener;
    listener(request, response);
  });
  return {
    issuer,
    register(url) {
      redirectURL = url;
    },
    signIn: (url, subject) => walkThroughPages(url, { subject, redirectURL }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createProvider(issuer: string, redirectURL: string, options: TestProviderOptions): Provider {
  const { clientID, clientSecret, accounts } = options;
  const provider: Provider = new Provider(issuer, {
    clients: [{ client_id: clientID, client_secret: clientSecret, redirect_uris: [redirectURL] }],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'roles', 'realm_access'],
      email: ['email', 'email_verified'],
    },
    ttl: Object.fromEntries(artifacts.map((artifact) => [artifact, 600])),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['of a test'] },
    findAccount: (_context: unknown, id: string) => {
      const claims = accounts.get(id);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

interface Visitor {
  readonly subject: string;
  readonly redirectURL: string;
}

/** Follows redirects with the cookies of the provider, and submits the form of its sign-in page. */
async function walkThroughPages(start: string, { subject, redirectURL }: Visitor): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    if (url.startsWith(redirectURL)) return new URL(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = { headers: { cookie }, redirect: 'manual' } as const;
    const response = await fetch(url, body ? { ...request, method: 'POST', body } : request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    body = location === null ? new URLSearchParams({ prompt: 'login', login: subject, password: 'x' }) : undefined;
    if (location !== null) url = new URL(location, url).href;
    else url = formAddress(await response.text(), url);
  }
  throw new Error(`The provider never returned to ${redirectURL}`);
}

function formAddress(page: string, base: string): string {
  const [, action] = /<form[^>]+action="([^"]+)"/.exec(page) ?? [];
  if (action === undefined) throw new Error(`The provider showed a page without a form:\n${page.slice(0, 2000)}`);
  return new URL(action, base).href;
}
