// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { renderIn } from '../i18n/in-language.fixture.tsx';
import { IdSelect } from './IdSelect.tsx';

const choices = [
  { id: 'a', name: 'Above' },
  { id: 'b', name: 'Above' },
  { id: 'c', name: 'Home' },
];

async function optionsWith(value: string, none?: string): Promise<string[]> {
  const shown = <IdSelect choices={choices} value={value} {...(none && { none })} onChange={() => undefined} />;
  const html = await renderIn('en', shown);
  return [...html.matchAll(/<option([^>]*)>([^<]*)/g)].map(([, marks = '', text]) =>
    marks.includes('selected') ? `> ${text}` : `${text}`,
  );
}

describe('IdSelect', () => {
  it('distinguishes items of the same name', async () => {
    expect(await optionsWith('b')).toEqual(['Above (1)', '> Above (2)', 'Home']);
  });

  it('keeps a chosen item that no longer exists, and marks it', async () => {
    expect(await optionsWith('deleted', 'Choose…')).toEqual([
      'Choose…',
      '> No longer exists',
      'Above (1)',
      'Above (2)',
      'Home',
    ]);
  });

  it('shows nothing while nothing is chosen', async () => {
    expect(await optionsWith('', 'Choose…')).toEqual(['> Choose…', 'Above (1)', 'Above (2)', 'Home']);
  });
});
