import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findNearName, findUnknownFields } from './unknown-fields.ts';

const schema = z.object({
  delayMS: z.number().default(5000),
  speedProfile: z.object({ maxTooltipSpeed: z.number().optional() }).optional(),
  registers: z.array(z.object({ register: z.string() })).default([]),
});
const find = (sent: object) =>
  findUnknownFields(sent, schema.parse(sent), schema).map(({ fieldId, message }) => [fieldId, message]);

describe('findUnknownFields', () => {
  it('returns the field and the nearest name', () => {
    expect(find({ delayMs: 3 })).toEqual([['delayMs', "There is no field 'delayMs' here. Did you mean 'delayMS'?"]]);
    expect(find({ code: 3 })).toEqual([['code', "There is no field 'code' here. Correct its name or remove it"]]);
  });

  it('checks objects and lists, even if the known field is absent', () => {
    const sent = {
      speedProfile: { maxTooltipSpeedMM: 100 },
      registers: [{ register: 'a' }, { register: 'b', adress: 1 }],
    };
    expect(find(sent)).toEqual([
      ['speedProfile.maxTooltipSpeedMM', expect.stringContaining("Did you mean 'maxTooltipSpeed'?")],
      ['registers.1.adress', expect.stringContaining("There is no field 'registers.1.adress' here")],
    ]);
  });

  it('ignores fields without a value', () => {
    expect(find({ note: null, remark: undefined })).toEqual([]);
  });

  it('suggests no distant names', () => {
    expect(findNearName('weight', ['delayMS', 'speedProfile'])).toBeUndefined();
    expect(findNearName('translationz', ['translationX', 'translationZ'])).toBe('translationZ');
  });
});
