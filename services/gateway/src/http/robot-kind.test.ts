import { describe, expect, it } from 'vitest';
import { robotKindOf } from './robot-kind.ts';

const ask = (parts: { params?: object; query?: object; headers?: Record<string, string> }) =>
  robotKindOf({ params: {}, query: {}, headers: {}, ...parts });

describe('robotKindOf', () => {
  it('defaults to the simulated robot', () => {
    expect(ask({})).toBe('simulated');
  });

  it.each(['robot-kind', 'robot_kind'])('reads the header %s', (name) => {
    expect(ask({ headers: { [name]: 'live' } })).toBe('live');
  });

  it('prefers the path to the query, and the query to the header', () => {
    const headers = { 'robot-kind': 'simulated' };
    expect(ask({ query: { robotKind: 'live' }, headers })).toBe('live');
    expect(ask({ params: { robotKind: 'live' }, query: { robotKind: 'simulated' }, headers })).toBe('live');
  });

  it('rejects an unknown kind', () => {
    expect(() => ask({ headers: { 'robot-kind': 'echo' } })).toThrow('robotKind is live or simulated');
  });
});
