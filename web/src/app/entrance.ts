/** User whom a link was made for, as named in the link. */
export interface Invited {
  readonly name: string;
  readonly username: string;
}

/** Page shown while no user is signed in. */
export type Entrance =
  | { readonly kind: 'setUp'; readonly token: string; readonly invited?: Invited }
  | { readonly kind: 'signIn' }
  /** The OpenID provider has returned the browser with this query. */
  | { readonly kind: 'providerAnswer'; readonly query: string }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'terms' };

/**
 * Reads the address: a set-up link has its secret behind '#', so that it reaches no log, and may name its user after
 * it; '?token=' is accepted, too.
 */
export function readEntrance({ pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>): Entrance {
  if (pathname === '/privacy') return { kind: 'privacy' };
  if (pathname === '/terms') return { kind: 'terms' };
  if (pathname === '/sign-in/provider' && search !== '') return { kind: 'providerAnswer', query: search };
  if (pathname !== '/setup') return { kind: 'signIn' };
  const [secret, ...named] = hash.slice(1).split('&');
  const token = secret || new URLSearchParams(search).get('token');
  if (!token) return { kind: 'signIn' };
  const invited = readInvited(new URLSearchParams(named.join('&')));
  return { kind: 'setUp', token, ...(invited && { invited }) };
}

function readInvited(named: URLSearchParams): Invited | undefined {
  const [name, username] = [named.get('name')?.trim(), named.get('username')?.trim()];
  return name && username ? { name: name.slice(0, 100), username: username.slice(0, 64) } : undefined;
}
