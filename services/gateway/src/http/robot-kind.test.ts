import { describe, expect, it } from 'vitest';
import { robotKindOf } from './robot-kind.ts';

const ask = (parts: { params?: object; query?: object; headers?: Record<string, string> }) =>
  robotKindOf({ params: {}, query: {}, headers: {}, ...parts });

describe('the robot that a request means', () => {
  it('is the simulated one when it names none', () => {
    expect(ask({})).toBe('simulated');
  });

  it.each(['robot-kind', 'robot_kind'])('is that of the header %s', (name) => {
    expect(ask({ headers: { [name]: 'live' } })).toBe('live');
  });

  it('is that of the path, then of the query, then of the header', () => {
    const headers = { 'robot-kind': 'simulated' };
    expect(ask({ query: { robotKind: 'live' }, headers })).toBe('live');
    expect(ask({ params: { robotKind: 'live' }, query: { robotKind: 'simulated' }, headers })).toBe('live');
  });

  it('is refused when there is no such kind', () => {
    expect(() => ask({ headers: { 'robot-kind': 'echo' } })).toThrow('robotKind is live or simulated');
  });
});
