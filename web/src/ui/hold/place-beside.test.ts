import { expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const page = { width: 1280, height: 800 };

it('placeBeside puts a note above the middle of a button, where no finger covers it', () => {
  const button = { left: 600, right: 700, top: 400, bottom: 444 };
  expect(placeBeside(button, page)).toEqual({ width: 320, left: 490, bottom: 408 });
});

it('placeBeside puts a note below a button at the upper edge', () => {
  const button = { left: 600, right: 700, top: 60, bottom: 104 };
  expect(placeBeside(button, page)).toEqual({ width: 320, left: 490, top: 112 });
});

it.each([
  ['left', { left: 8, right: 104 }, 8],
  ['right', { left: 1176, right: 1272 }, 952],
])('placeBeside keeps a note on the page beside a button at its %s edge', (_edge, sides, left) => {
  expect(placeBeside({ ...sides, top: 400, bottom: 444 }, page).left).toBe(left);
});

it('placeBeside makes a note no wider than a narrow page', () => {
  const button = { left: 20, right: 200, top: 400, bottom: 444 };
  expect(placeBeside(button, { width: 280, height: 640 })).toMatchObject({ width: 264, left: 8 });
});
