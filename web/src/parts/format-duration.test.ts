import i18next from 'i18next';
import { afterAll, describe, expect, it } from 'vitest';
import { quantityText } from '../ui/quantity-text.ts';
import { formatDuration } from './format-duration.ts';

// Test files share the language of the page.
afterAll(() => i18next.changeLanguage('en'));

describe('A duration', () => {
  it.each([
    [0, '0.0 s'],
    [8.44, '8.4 s'],
    [125.9, '2:05'],
    [3725, '1:02:05'],
  ])('formats %d s as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('has a decimal comma on a German page', async () => {
    await i18next.init({ lng: 'de', resources: {} });
    expect(formatDuration(8.44)).toBe('8,4 s');
    expect(formatDuration(125.9)).toBe('2:05');
    expect(quantityText(-1234.5, 1)).toBe('−1234,5');
    expect(quantityText(2, 0)).toBe('2');
  });
});
