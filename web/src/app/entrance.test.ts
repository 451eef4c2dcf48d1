import { describe, expect, it } from 'vitest';
import { readEntrance } from './entrance.ts';

describe('readEntrance', () => {
  it('reads the answer of an OpenID provider, and nothing from its address without one', () => {
    const answer = { pathname: '/sign-in/provider', hash: '', search: '?code=abc&state=s' };
    expect(readEntrance(answer)).toEqual({ kind: 'providerAnswer', query: '?code=abc&state=s' });
    expect(readEntrance({ ...answer, search: '' })).toEqual({ kind: 'signIn' });
  });

  it('finds a set-up link with its secret behind # or as ?token=', () => {
    expect(readEntrance({ pathname: '/setup', hash: '#abc', search: '' })).toEqual({ kind: 'setUp', token: 'abc' });
    expect(readEntrance({ pathname: '/setup', hash: '', search: '?token=abc' })).toEqual({
      kind: 'setUp',
      token: 'abc',
    });
  });

  it('returns the user whom a set-up link was made for', () => {
    const hash = '#abc&name=Olga+N%C3%A9meth&username=olga';
    expect(readEntrance({ pathname: '/setup', hash, search: '' })).toEqual({
      kind: 'setUp',
      token: 'abc',
      invited: { name: 'Olga Németh', username: 'olga' },
    });
    for (const incomplete of [
      '#abc&name=Olga',
      '#abc&username=olga',
      '#abc&name=+&username=olga',
      '#abc&',
      '#abc&&name',
    ])
      expect(readEntrance({ pathname: '/setup', hash: incomplete, search: '' })).toEqual({
        kind: 'setUp',
        token: 'abc',
      });
    expect(readEntrance({ pathname: '/setup', hash: '#&name=Olga&username=olga', search: '' })).toEqual({
      kind: 'signIn',
    });
  });

  it('leaves the legal pages open to all visitors', () => {
    expect(readEntrance({ pathname: '/privacy', hash: '', search: '' })).toEqual({ kind: 'privacy' });
    expect(readEntrance({ pathname: '/terms', hash: '', search: '' })).toEqual({ kind: 'terms' });
  });

  it('returns the sign-in everywhere else, and for a link without its secret', () => {
    expect(readEntrance({ pathname: '/setup', hash: '', search: '' })).toEqual({ kind: 'signIn' });
    expect(readEntrance({ pathname: '/runs', hash: '#abc', search: '' })).toEqual({ kind: 'signIn' });
  });
});
