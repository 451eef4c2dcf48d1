// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { renderIn } from '../i18n/in-language.fixture.tsx';
import type { FormField } from './form-fields.ts';
import { NumberField } from './NumberField.tsx';

function fieldIn(unit: string | undefined): FormField {
  return {
    name: 'time',
    label: 'Time',
    unit,
    help: undefined,
    control: undefined,
    accepts: undefined,
    suggested: undefined,
    defaultValue: undefined,
    shape: 'number',
    isSecret: false,
    isWhole: false,
    maxEntries: undefined,
    hasIDs: false,
    isRequired: false,
    choices: [],
    minimum: undefined,
    maximum: undefined,
    fields: [],
  };
}

async function inputOf(unit: string | undefined, value: unknown): Promise<string> {
  const shared = { beside: {}, problems: [], fieldId: 'time', onChange: () => undefined };
  const html = await renderIn('en', <NumberField {...shared} field={fieldIn(unit)} value={value} />);
  return /<input[^>]*>/.exec(html)?.[0] ?? '';
}

describe('NumberField', () => {
  it.each([
    ['ms', 's'],
    ['rad', '°'],
    ['m', 'mm'],
    ['kg', 'kg'],
  ])('shows a number in %s with the unit %s, also while empty', async (unit, shown) => {
    expect(await inputOf(unit, undefined)).toContain(`placeholder="${shown}"`);
    expect(await inputOf(unit, 1)).toContain(` ${shown}"`);
  });

  it('shows no unit for a number without one', async () => {
    expect(await inputOf(undefined, undefined)).not.toContain('placeholder');
    expect(await inputOf(undefined, 4)).toContain('value="4"');
  });
});
