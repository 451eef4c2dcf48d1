import type { Locator, Page } from '@playwright/test';

/** Share of each colour in a picture, most frequent first; a colour is its red, green and blue. */
export type Colours = readonly { readonly rgb: readonly [number, number, number]; readonly share: number }[];

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the colours that an element shows on the screen, whatever its styles say. */
export async function readColours(element: Locator): Promise<Colours> {
  return countColours(element.page(), await element.screenshot({ animations: 'allow' }));
}

/** Returns the colours of a part of the window. */
export async function readColoursIn(page: Page, clip: Area): Promise<Colours> {
  return countColours(page, await page.screenshot({ clip }));
}

function countColours(page: Page, picture: Buffer): Promise<Colours> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!canvas) throw new Error('The browser has no canvas');
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, { rgb: [number, number, number]; share: number }>();
    for (let index = 0; index < data.length; index += 4) {
      const rgb: [number, number, number] = [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
      const entry = counts.get(rgb.join()) ?? { rgb, share: 0 };
      entry.share += 4 / data.length;
      counts.set(rgb.join(), entry);
    }
    return [...counts.values()].sort((one, other) => other.share - one.share);
  }, picture.toString('base64'));
}

/** Returns the share of the pixels that have a contrast of 3:1 to the most frequent colour. */
export function measureMarked(colours: Colours): number {
  const [ground] = colours;
  if (!ground) return 0;
  return colours.reduce((sum, { rgb, share }) => sum + (contrastOf(rgb, ground.rgb) >= 3 ? share : 0), 0);
}

/** Returns the contrast of the most frequent colours of two pictures, 1 to 21. */
export function contrastBetween([one]: Colours, [other]: Colours): number {
  return one && other ? contrastOf(one.rgb, other.rgb) : 1;
}

/** Returns the contrast of two colours by WCAG 2, 1 to 21. */
function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
