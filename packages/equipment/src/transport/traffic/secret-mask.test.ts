import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretMask, spellSecrets } from './secret-mask.ts';

const limit = 1000;

/** Masks a text that arrives in chunks, which end at the given positions. */
function maskIn(text: string, ends: readonly number[] = [], secrets: readonly string[] = []): string {
  const mask = new SecretMask(spellSecrets(secrets));
  const edges = [0, ...ends.toSorted((one, other) => one - other), text.length];
  const chunks = edges.slice(1).map((end, index) => text.slice(edges[index], end));
  return chunks.map((chunk) => mask.mask(Buffer.from(chunk, 'latin1'), limit).toString('latin1')).join('');
}

const request = [
  'GET /state HTTP/1.1',
  'Host: 10.0.0.7',
  'Authorization: Bearer tell-nobody',
  'cookie:session=tell-nobody',
  'X-API-Key: tell-nobody',
  'Accept: application/json',
  '',
  '{"a":1}',
].join('\r\n');

describe('SecretMask', () => {
  it('hides the values of secret headers and leaves everything else', () => {
    const masked = maskIn(request);
    expect(masked).toContain('GET /state HTTP/1.1\r\nHost: 10.0.0.7\r\nAuthorization:****');
    expect(masked).toContain('\r\nAccept: application/json\r\n\r\n{"a":1}');
    expect(masked).not.toContain('tell');
    expect(masked).toHaveLength(request.length);
  });

  it('hides the same bytes wherever the chunks end', () => {
    const whole = maskIn(request);
    fc.assert(
      fc.property(fc.array(fc.nat(request.length), { maxLength: 12 }), (ends) => maskIn(request, ends) === whole),
      { numRuns: 300 },
    );
  });

  it('hides the password of FTP but not its user', () => {
    expect(maskIn('USER ada\r\nPASS lovelace\r\nCWD /\r\n')).toBe('USER ada\r\nPASS ********\r\nCWD /\r\n');
  });

  it('hides the secrets of the device anywhere, in every spelling', () => {
    const secret = 'top/"secret"';
    const body = `${secret} ${encodeURIComponent(secret)} ${JSON.stringify(secret)} ${Buffer.from(secret).toString('base64')}`;
    expect(maskIn(body, [], [secret])).toMatch(/^[* "]+$/);
  });

  it('leaves values alone that are too short for a secret', () => {
    expect(maskIn('1 2 3', [], ['2', ''])).toBe('1 2 3');
  });

  it('keeps only the first bytes, and follows the lines of the others', () => {
    const mask = new SecretMask([]);
    const long = Buffer.from(`${'x'.repeat(50)}\r\nAuthorization: abc`);
    expect(mask.mask(long, 8).toString()).toBe('xxxxxxxx');
    expect(mask.mask(Buffer.from('def\r\nok'), 8).toString()).toBe('***\r\nok');
  });

  it('hides a secret of the device that continues beyond the kept bytes', () => {
    expect(new SecretMask(spellSecrets(['abcdefgh'])).mask(Buffer.from('..abcdefgh'), 6).toString()).toBe('..****');
  });
});
