import { describe, expect, it } from 'vitest';
import { SessionOwners } from './session-owners.ts';

const forbidden = expect.objectContaining({ code: 'forbidden' });

describe('SessionOwners', () => {
  it('keeps a session to the client that used it first, until it ends', () => {
    const owners = new SessionOwners();
    owners.require('a', 'token_1');
    owners.require('a', 'token_1');
    owners.require('b', 'token_2');
    expect(() => owners.require('a', 'token_2')).toThrow(forbidden);
    owners.end('a');
    owners.require('a', 'token_2');
    expect(() => owners.require('a', 'token_1')).toThrow(forbidden);
  });

  it('forgets the session that was used least recently', () => {
    const owners = new SessionOwners();
    for (let index = 0; index < 10_000; index++) owners.require(`s${index}`, 'token_1');
    owners.require('s0', 'token_1');
    owners.require('one more', 'token_1');
    expect(() => owners.require('s0', 'token_2')).toThrow(forbidden);
    owners.require('s1', 'token_2');
  });
});
