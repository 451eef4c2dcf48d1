import { describe, expect, it } from 'vitest';
import type { Box } from './hold-gesture.ts';
import { type Place, placeBeside } from './place-beside.ts';

const heightPx = 100;
const onTablet = { page: { width: 1280, height: 800 }, controls: [], heightAt: () => heightPx };
const boxAt = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
});
const isApart = ({ left, top, width }: Place, control: Box) =>
  left >= control.right || left + width <= control.left || top >= control.bottom || top + heightPx <= control.top;

describe('placeBeside', () => {
  it('puts a note above the middle of a button, where no finger covers it', () => {
    const button = { left: 600, right: 700, top: 400, bottom: 444 };
    expect(placeBeside(button, onTablet)).toEqual({ width: 320, left: 490, top: 292 });
  });

  it('puts a note below a button at the upper edge', () => {
    const button = { left: 600, right: 700, top: 60, bottom: 104 };
    expect(placeBeside(button, onTablet)).toEqual({ width: 320, left: 490, top: 112 });
  });

  it.each([
    ['left', { left: 8, right: 104 }, 8],
    ['right', { left: 1176, right: 1272 }, 952],
  ])('keeps a note on the page beside a button at its %s edge', (_edge, sides, left) => {
    expect(placeBeside({ ...sides, top: 400, bottom: 444 }, onTablet).left).toBe(left);
  });

  it('makes a note no wider than a narrow page', () => {
    const button = { left: 20, right: 200, top: 400, bottom: 444 };
    const page = { width: 280, height: 640 };
    expect(placeBeside(button, { ...onTablet, page })).toMatchObject({ width: 264, left: 8 });
  });

  it('covers no jog button of another axis', () => {
    const rows = [0, 1, 2, 3, 4, 5].map((row) => 298 + row * 83);
    const buttons = rows.flatMap((top) => [boxAt(697, top, 96, 77), boxAt(1168, top, 96, 77)]);
    for (const button of buttons) {
      const place = placeBeside(button, { ...onTablet, controls: buttons.filter((other) => other !== button) });
      expect(buttons.filter((control) => !isApart(place, control))).toEqual([]);
    }
  });

  it('becomes narrower where only a narrow note covers no control', () => {
    const button = boxAt(600, 300, 80, 60);
    const controls = [
      boxAt(0, 0, 1280, 292),
      boxAt(0, 368, 1280, 432),
      boxAt(0, 292, 590, 76),
      boxAt(860, 292, 420, 76),
    ];
    expect(placeBeside(button, { ...onTablet, controls, heightAt: () => 60 })).toEqual({
      width: 160,
      left: 688,
      top: 300,
    });
  });
});
