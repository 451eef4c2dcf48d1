import type { Locator } from '@playwright/test';

/** Pixel density of a 10.1 inch tablet with 1280 × 800 pixels, pixels per mm. */
const pixelsPerMM = 149 / 25.4;
/** Distance of the reader, mm. */
const distanceMM = 1000;

/**
 * Returns the angle under which a reader one metre from the tablet sees the capitals or digits of a text, minutes of
 * arc. Throws for a text that is not completely in the window.
 */
export async function measureArc(text: Locator): Promise<number> {
  const heightPX = await text.evaluate((element) => {
    const { font, fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('This browser draws no text');
    canvas.font = font === '' ? `${fontWeight} ${fontSize} ${fontFamily}` : font;
    const { actualBoundingBoxAscent } = canvas.measureText(/\d/.test(element.textContent) ? '0' : 'H');
    const { left, top, right, bottom, height } = element.getBoundingClientRect();
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && height > 0;
    if (!isWhole) throw new Error(`‘${element.textContent}’ is cut off`);
    if (!(element instanceof HTMLElement)) throw new Error('It is no text of the page');
    // Elements may be drawn at another scale than they are laid out.
    return (actualBoundingBoxAscent * height) / element.offsetHeight;
  });
  return Math.atan(heightPX / pixelsPerMM / distanceMM) * (180 / Math.PI) * 60;
}
