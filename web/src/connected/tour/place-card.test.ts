import { describe, expect, it } from 'vitest';
import { areClose, type CardPlace, cardAt, chooseCorner, corners, type Rect } from './place-card.ts';

/** Screen of a tablet below the status bar and beside the rail. */
const place: CardPlace = { area: { left: 72, top: 56, right: 1280, bottom: 800 }, width: 320, height: 180 };
const at = (left: number, top: number, width = 120, height = 44): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('The card of the tour', () => {
  it('stays inside its area in every corner', () => {
    for (const corner of corners) {
      const { left, top, right, bottom } = cardAt(corner, place);
      expect(left, corner).toBeGreaterThan(72);
      expect(top, corner).toBeGreaterThan(56);
      expect(right, corner).toBeLessThan(1280);
      expect(bottom, corner).toBeLessThan(800);
    }
  });

  it('never covers the control that is next', () => {
    for (let left = 72; left < 1160; left += 40) {
      for (let top = 56; top < 756; top += 40) {
        const target = at(left, top);
        const corner = chooseCorner(place, target, [at(80, 60, 1190, 730)]);
        expect(areClose(cardAt(corner, place), target), `${left}, ${top}`).toBe(false);
      }
    }
  });

  it('covers as few other controls as possible', () => {
    const controls = [at(90, 700), at(90, 80), at(240, 80), at(1100, 80), at(1100, 140)];
    expect(chooseCorner(place, undefined, controls)).toBe('bottomRight');
    expect(chooseCorner(place, at(1000, 700), controls)).toBe('bottomLeft');
  });

  it('covers the least of a target that fills the screen', () => {
    expect(chooseCorner(place, { left: 72, top: 56, right: 1280, bottom: 700 }, [])).toMatch(/^bottom/);
  });
});
