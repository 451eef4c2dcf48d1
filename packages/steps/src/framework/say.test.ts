import { expect, test } from 'vitest';
import { sayIn, sayInEnglish } from './say.ts';

test('A sentence in English equals its template', () => {
  expect(sayInEnglish`Move to ${'P1'} at ${60} %`).toBe('Move to P1 at 60 %');
  expect(sayInEnglish`In the background`).toBe('In the background');
});

test('A translation is found by its template and may reorder the placeholders', () => {
  const say = sayIn((template) => (template === 'Move to {0} at {1} %' ? 'Mit {1} % zu {0}' : template));
  expect(say`Move to ${'P1'} at ${60} %`).toBe('Mit 60 % zu P1');
  expect(say`Wait ${2} s`).toBe('Wait 2 s');
});

test('A value that looks like a placeholder is kept as it is', () => {
  expect(sayInEnglish`Pause with '${'{1}'}' for ${'ever'}`).toBe("Pause with '{1}' for ever");
});
