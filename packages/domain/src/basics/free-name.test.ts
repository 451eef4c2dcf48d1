import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it('freeName returns the name itself if it is free, else the next of its series', () => {
  expect(freeName('Lathe', new Set())).toBe('Lathe');
  expect(freeName('Lathe', new Set(['Mill']))).toBe('Lathe');
  expect(freeName('Lathe', new Set(['Lathe', 'Lathe 2', 'Lathe 4']))).toBe('Lathe 3');
  expect(freeName('Lathe', new Set(['Lathe']), (number) => `Lathe (${number})`)).toBe('Lathe (2)');
  expect(freeName('Lathe', new Set(['Lathe 2']))).toBe('Lathe');
});
