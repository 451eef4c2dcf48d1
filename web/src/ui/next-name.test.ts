import { expect, it } from 'vitest';
import { freeName, nextName } from './next-name.ts';

it('nextName returns the first free name of a series', () => {
  expect(nextName('P', [])).toBe('P1');
  expect(nextName('P', [{ name: 'P1' }, { name: 'P3' }])).toBe('P2');
});

it('freeName appends the next free number to a name that is taken', () => {
  expect(freeName('New routine', [])).toBe('New routine');
  expect(freeName('New routine', [{ name: 'New routine' }])).toBe('New routine 2');
  const taken = [{ name: 'New routine' }, { name: 'New routine 2' }, { name: 'New routine 4' }];
  expect(freeName('New routine', taken)).toBe('New routine 3');
  expect(freeName('New routine', [{ name: 'New routine 2' }])).toBe('New routine');
});
