import { expect, it } from 'vitest';
import { findPoint } from './picture-point.ts';

it('A pointer over a picture of half its size points at pixels twice as far from its corner', () => {
  const shown = { left: 100, top: 50, width: 320, height: 240 };
  expect(findPoint({ clientX: 110, clientY: 70 }, shown, { width: 640, height: 480 })).toEqual({ x: 20, y: 40 });
});
