import { describe, expect, it } from 'vitest';
import { createSecretRemover, removedText } from './remove-secrets.ts';

const env = {
  SECRET_GATEWAY_TO_LIBRARY: 'planted-gateway-secret',
  DATABASE_PASSWORD: 'planted-password',
  SECRET_GATEWAY_TO_MOTION_FILE: '/secrets/motion',
  PORT: '30000000',
};
const remover = createSecretRemover(env);

describe('SecretRemover', () => {
  it.each([
    ['a field', '{"password":"planted-1"}'],
    ['a nested field', '{"config":{"ftp":[{"userPassword":"planted-1"}]}}'],
    ['a header', '{"headers":{"authorization":"Digest planted-1","cookie":"a=planted-1"}}'],
    ['a PIN', '{"pin":"planted-1"}'],
    ['a whole object', '{"credentials":{"user":"planted-1"}}'],
    ['a secret of the environment', 'the call with planted-gateway-secret failed'],
    ['a secret of the environment as a field name', '{"planted-password":1}'],
    ['a signed token', 'refused eyJhbGciOi.planted-1.planted-2 today'],
    ['a developer token', 'refused cw_planted-1-0123456789abcdef'],
    ['a session', 'refused cws_planted-1-0123456789abcdef'],
    ['a bearer token', 'Authorization: Bearer planted-1'],
    ['the password of a URL', 'cannot reach postgres://cell:planted-1@db:5432/cellwright'],
    ['a query', 'GET /x?token=planted-1&y=2'],
    ['a setting', "connect failed: password='planted 1'"],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nplanted-1\n-----END PRIVATE KEY-----'],
    ['a secret in a line that was cut', '{"message":"x","authorization":"planted-1'],
    ['an embedded document', '{"message":"answered {\\"token\\": \\"planted-1\\"}"}'],
  ])('removes %s', (_, text) => {
    const shown = remover.fromText(text);
    expect(shown).not.toContain('planted');
    expect(shown).toContain(removedText);
  });

  it('keeps JSON readable, and everything that is no secret', () => {
    const line = { message: 'spinning, 30000000 of /secrets/motion', hasPassword: true, token: null, at: 12 };
    expect(JSON.parse(remover.fromText(JSON.stringify(line)))).toEqual(line);
    expect(remover.fromText('the arm moved to http://10.0.0.5:80/x')).toBe('the arm moved to http://10.0.0.5:80/x');
  });
});
