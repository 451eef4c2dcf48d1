import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config.ts';
import { silentLogger } from '../logger.ts';
import { readPeers } from './peers.ts';

const long = (name: string) => name.padEnd(32, '.');
const env = {
  SECRET_LIBRARY_TO_EQUIPMENT: long('to equipment'),
  SECRET_LIBRARY_TO_IDENTITY: long('to identity'),
  SECRET_GATEWAY_TO_LIBRARY: long('from gateway'),
  SECRET_ROUTINE_RUNNER_TO_LIBRARY: long('from runner'),
  SECRET_EQUIPMENT_TO_LIBRARY: long('from equipment'),
};

describe('the peers of a service', () => {
  it('come from a variable for each pair of services', () => {
    const { proofs, gate } = readPeers('library', { env, log: silentLogger });
    expect(proofs).toEqual({
      equipment: { caller: 'library', callee: 'equipment', secret: long('to equipment') },
      identity: { caller: 'library', callee: 'identity', secret: long('to identity') },
    });
    const path = '/cellwright.LibraryService/LoadProgram';
    expect(gate.checkCall({ caller: 'routine-runner', secret: long('from runner') }, path)).toBe('routine-runner');
  });

  it('are refused at start with an absent or a short secret', () => {
    const wrong = { ...env, SECRET_GATEWAY_TO_LIBRARY: 'short', SECRET_LIBRARY_TO_IDENTITY: undefined };
    const read = () => readPeers('library', { env: wrong, log: silentLogger });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      'SECRET_LIBRARY_TO_IDENTITY: is not set; give both services the same random text, for example from: openssl rand -hex 32\n' +
        'SECRET_GATEWAY_TO_LIBRARY: is shorter than 32 characters; give both services',
    );
  });
});
