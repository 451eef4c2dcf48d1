import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { decimalText, wholeNumberText } from './number-text.ts';

const misspelled = ['', ' ', '0x10', '0b1', '1e2', '+5', ' 5', '5\n', '007', '1_000', '1,000', '٥', 'NaN', 'Infinity'];
const otherTypes = [null, true, [], [5], ['5'], {}, Number.NaN, Number.POSITIVE_INFINITY];

describe('wholeNumberText', () => {
  const count = wholeNumberText({ min: -5, max: 2 ** 53 - 1 });

  it.each([
    ['0', 0],
    ['5', 5],
    ['-5', -5],
    ['9007199254740991', 9007199254740991],
    [7, 7],
  ])('reads %j as %d', (text, value) => {
    expect(z.parse(count, text)).toBe(value);
  });

  it.each([...misspelled, ...otherTypes, '1.0', '1.5', 1.5, '9007199254740993', '-6'])('refuses %j', (value) => {
    expect(z.safeParse(count, value).success).toBe(false);
  });

  it('accepts no value where it is optional or has a default', () => {
    const query = z.object({ version: count.optional(), limit: count.default(100) });
    expect(query.parse({})).toEqual({ limit: 100 });
  });

  it('appears as an integer with its limits in a JSON schema', () => {
    expect(z.toJSONSchema(wholeNumberText({ min: 1, max: 9 }), { io: 'input' })).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 9,
    });
  });

  it('has the message of its field for a number below the minimum', () => {
    const limit = wholeNumberText({ min: 1, max: 9, below: 'Limit must be greater than 0.' });
    expect(z.safeParse(limit, '0').error?.issues).toMatchObject([{ message: 'Limit must be greater than 0.' }]);
  });
});

describe('decimalText', () => {
  const seconds = decimalText(z.number().min(0));

  it('reads decimal numbers', () => {
    expect(['0', '1.25', 2.5].map((text) => z.parse(seconds, text))).toEqual([0, 1.25, 2.5]);
  });

  it.each([...misspelled, ...otherTypes, '.5', '5.', '-1'])('refuses %j', (value) => {
    expect(z.safeParse(seconds, value).success).toBe(false);
  });
});
