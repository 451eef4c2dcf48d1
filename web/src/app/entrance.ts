/** What stands before the screens while nobody is signed in. */
export type Entrance =
  | { readonly kind: 'setUp'; readonly token: string }
  | { readonly kind: 'signIn' }
  | { readonly kind: 'privacy' }
  | { readonly kind: 'terms' };

/** Reads the address: a set-up link carries its secret behind '#', so that it reaches no log; '?token=' is read, too. */
export function readEntrance({ pathname, hash, search }: Pick<Location, 'pathname' | 'hash' | 'search'>): Entrance {
  if (pathname === '/privacy') return { kind: 'privacy' };
  if (pathname === '/terms') return { kind: 'terms' };
  if (pathname !== '/setup') return { kind: 'signIn' };
  const token = hash.slice(1) || new URLSearchParams(search).get('token');
  return token ? { kind: 'setUp', token } : { kind: 'signIn' };
}
