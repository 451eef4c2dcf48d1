import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { silentLogger } from '../logger.ts';
import { readPeers } from './peers.ts';
import { makePersonKeys } from './person-keys.ts';

const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64');
const long = (name: string) => name.padEnd(32, '.');
const env = {
  SECRET_LIBRARY_TO_EQUIPMENT: long('to equipment'),
  SECRET_LIBRARY_TO_IDENTITY: long('to identity'),
  SECRET_GATEWAY_TO_LIBRARY: long('from gateway'),
  SECRET_ROUTINE_RUNNER_TO_LIBRARY: long('from runner'),
  SECRET_EQUIPMENT_TO_LIBRARY: long('from equipment'),
  SECRET_DRY_RUN_TO_LIBRARY: long('from dry run'),
  PERSON_PUBLIC_KEYS: makePersonKeys().publicKey,
};

describe('readPeers', () => {
  it('reads one variable for each pair of services', () => {
    const { proofs, gate } = readPeers('library', { env, log: silentLogger });
    expect(proofs).toEqual({
      equipment: { caller: 'library', callee: 'equipment', secret: long('to equipment') },
      identity: { caller: 'library', callee: 'identity', secret: long('to identity') },
    });
    const path = '/cellwright.LibraryService/LoadProgram';
    expect(gate.checkCall({ caller: 'routine-runner', secret: long('from runner') }, path)).toBe('routine-runner');
  });

  it('refuses an absent or short secret at start', () => {
    const wrong = { ...env, SECRET_GATEWAY_TO_LIBRARY: 'short', SECRET_LIBRARY_TO_IDENTITY: undefined };
    const read = () => readPeers('library', { env: wrong, log: silentLogger });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      'SECRET_LIBRARY_TO_IDENTITY: is not set; give both services the same random text, for example from: openssl rand -hex 32\n' +
        'SECRET_GATEWAY_TO_LIBRARY: is shorter than 32 characters; give both services',
    );
  });

  it.each([
    ['no key', undefined, 'is not set'],
    ['no base64 of a key', 'guess', 'is no key in base64'],
    ['a second key that is none', `${env.PERSON_PUBLIC_KEYS},x`, 'is no key in base64'],
    ['a key of another kind', rsaKey, 'is no Ed25519 key'],
  ])('refuses %s for people at start', (_, keys, problem) => {
    const read = () => readPeers('library', { env: { ...env, PERSON_PUBLIC_KEYS: keys }, log: silentLogger });
    expect(read).toThrow(`PERSON_PUBLIC_KEYS: ${problem}`);
  });
});
