import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEncodedForm, readForm } from './form-body.ts';

function formOf(fields: Readonly<Record<string, string>>, boundary = '--b0undary', newline = '\r\n'): string {
  const parts = Object.entries(fields).map(([name, text]) =>
    [boundary, `Content-Disposition: form-data; name="${name}"`, '', text, ''].join(newline),
  );
  return `${parts.join('')}${boundary}--${newline}`;
}

describe('readForm', () => {
  it('reads the fields that a client sends as a form', () => {
    expect(readForm(formOf({ client_id: 'a b', force: 'true', empty: '' }))).toEqual({
      client_id: 'a b',
      force: 'true',
      empty: '',
    });
    expect(readForm(formOf({ one: '1' }, '--x', '\n'))).toEqual({ one: '1' });
  });

  it.each(['', '{}', '{"a":1}', '--', '--x\r\n', '--x\r\nno form\r\n--x--', '[1]', '"--x"'])(
    'rejects %j as a form',
    (body) => expect(readForm(body)).toBeUndefined(),
  );

  it('never throws, and never reads JSON as a form', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        readForm(text);
        expect(readForm(json)).toBeUndefined();
      }),
      { numRuns: propertyRuns(100, 10_000) },
    );
  });
});

describe('readEncodedForm', () => {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';

  it('reads fields, and ignores JSON with the type of a form', () => {
    expect(readEncodedForm(type, 'client_id=a+b&force=true')).toEqual({ client_id: 'a b', force: 'true' });
    expect(readEncodedForm(type, '{"client_id":"a=b"}')).toBeUndefined();
    expect(readEncodedForm('application/json', 'a=b')).toBeUndefined();
    expect(readEncodedForm(undefined, 'a=b')).toBeUndefined();
  });

  it('rejects names that would pollute a prototype', () => {
    expect(readEncodedForm(type, '__proto__=1&a=2')).toBeUndefined();
    expect(readForm('--x\nContent-Disposition: form-data; name="__proto__"\n\n1\n--x--\n')).toBeUndefined();
  });
});
