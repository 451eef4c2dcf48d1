import { secretVariablesOf } from '@cellwright/topology';
import { describe, expect, it } from 'vitest';
import { makeCallSecrets } from './call-secrets.ts';

const variable = 'SECRET_GATEWAY_TO_LIBRARY';
const certificates = {
  INTERNAL_TLS_CERT_FILE: '/tls/tls.crt',
  INTERNAL_TLS_KEY_FILE: '/tls/tls.key',
  INTERNAL_TLS_CA_FILE: '/tls/ca.crt',
};

describe('makeCallSecrets', () => {
  it('creates a secret for each pair and keys for user identities, with which only identity can sign', () => {
    const secrets = makeCallSecrets({ PORT: '3000' });
    expect(secrets.otherEnv).toEqual({ PORT: '3000' });
    const [gateway, library, identity] = [
      secrets.envOf('gateway'),
      secrets.envOf('library'),
      secrets.envOf('identity'),
    ];
    expect(gateway[variable]).toMatch(/^\S{32,}$/);
    expect(library[variable]).toBe(gateway[variable]);
    expect(Object.keys(gateway).sort()).toEqual([...secretVariablesOf('gateway')].sort());
    expect(library).not.toHaveProperty('PERSON_KEY');
    expect(identity.PERSON_KEY).toBeTruthy();
    expect(identity.PERSON_PUBLIC_KEYS).toBe(library.PERSON_PUBLIC_KEYS);
  });

  it('uses given secrets, also in files, and passes secrets only to their services', () => {
    const given = { [`${variable}_FILE`]: '/secrets/one', SECRET_GATEWAY_TO_MOTION: 'set' };
    const { envOf, otherEnv } = makeCallSecrets({ ...given, ...certificates });
    expect(otherEnv).toEqual(certificates);
    expect(envOf('library')).toMatchObject({ [`${variable}_FILE`]: '/secrets/one', ...certificates });
    expect(envOf('library')).not.toHaveProperty(variable);
    expect(envOf('library')).not.toHaveProperty('SECRET_GATEWAY_TO_MOTION');
    expect(envOf('motion')).toMatchObject({ SECRET_GATEWAY_TO_MOTION: 'set' });
  });
});
