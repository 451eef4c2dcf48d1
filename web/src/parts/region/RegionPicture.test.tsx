// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { regionEn } from '../../i18n/en/region.ts';
import { renderIn, textsIn, wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { Point } from '../still/picture-point.ts';
import { RegionPicture } from './RegionPicture.tsx';
import { corners, findCorner, type Region } from './region.ts';

const size = { width: 640, height: 480 };
/** The picture is shown at half its size, here on the page. */
const box = { left: 100, top: 50, width: 320, height: 240 };
const start: Region = { x: 320, y: 240, width: 200, height: 100, rotation: 0 };
const cornerNames = ['Upper left corner', 'Upper right corner', 'Lower right corner', 'Lower left corner'] as const;

let place: HTMLElement;
let root: Root;
let region: Region;

function Chosen({ first }: { readonly first: Region }) {
  const [shown, setShown] = useState(first);
  region = shown;
  return (
    <RegionPicture size={size} region={shown} onChange={setShown}>
      <canvas />
    </RegionPicture>
  );
}

async function show(first: Region = start) {
  const texts = await textsIn('en');
  texts.addResourceBundle('en', 'region', regionEn);
  const shown = await wrapIn(
    'en',
    <I18nextProvider i18n={texts}>
      <Chosen first={first} />
    </I18nextProvider>,
  );
  act(() => root.render(shown));
}

function handle(label: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  if (!found) throw new Error(`No handle ${label}`);
  return found;
}

const toPage = ({ x, y }: Point) => ({ clientX: box.left + x / 2, clientY: box.top + y / 2 });

function point(label: string, type: string, at: Point, init: PointerEventInit = {}) {
  const event = new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...toPage(at), ...init });
  act(() => void handle(label).dispatchEvent(event));
}

/** Drags by pixels of the picture, from a point beside the one that the handle moves. */
function drag(label: string, from: Point, by: Point, init: PointerEventInit = {}) {
  point(label, 'pointerdown', from, init);
  point(label, 'pointermove', { x: from.x + by.x / 2, y: from.y + by.y / 2 }, init);
  point(label, 'pointermove', { x: from.x + by.x, y: from.y + by.y }, init);
  point(label, 'pointerup', { x: from.x + by.x, y: from.y + by.y }, init);
}

function press(label: string, key: string, shiftKey = false) {
  act(() => void handle(label).dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })));
}

describe('RegionPicture', () => {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(box.left, box.top, box.width, box.height),
    );
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each(['mouse', 'touch', 'pen'])(
    'moves the region by the distance that its handle is dragged by %s',
    async (pointerType) => {
      await show();
      drag('Move region', { x: 330, y: 228 }, { x: -60, y: 40 }, { pointerType });
      expect(region).toEqual({ ...start, x: 260, y: 280 });
    },
  );

  it('keeps a dragged region in the picture', async () => {
    await show();
    drag('Move region', { x: 320, y: 240 }, { x: -900, y: -900 });
    expect(region).toEqual({ ...start, x: 100, y: 50 });
  });

  it.each([...cornerNames.entries()])(
    'resizes the region by corner %i, %s, and keeps the opposite one',
    async (index, label) => {
      await show();
      const [corner, opposite] = [corners[index], corners[(index + 2) % 4]];
      if (!corner || !opposite) throw new Error(`No corner ${index}`);
      const grip = findCorner(start, corner);
      drag(label, { x: grip.x + 16, y: grip.y - 10 }, { x: 30 * corner.right, y: 20 * corner.down });
      expect(region).toMatchObject({ width: 230, height: 120, rotation: 0 });
      expect(findCorner(region, opposite)).toEqual(findCorner(start, opposite));
    },
  );

  it('rotates the region to the pointer', async () => {
    await show();
    drag('Rotate region', { x: 320, y: 140 }, { x: 100, y: 0 });
    expect(region).toEqual({ ...start, rotation: 45 });
  });

  it('moves, resizes and rotates by arrow keys, ten times as far with Shift', async () => {
    await show();
    press('Move region', 'ArrowLeft');
    press('Move region', 'ArrowDown', true);
    expect(region).toEqual({ ...start, x: 319, y: 250 });
    press('Lower right corner', 'ArrowRight', true);
    press('Lower right corner', 'ArrowUp');
    expect(region).toMatchObject({ width: 210, height: 99 });
    press('Rotate region', 'ArrowRight');
    press('Rotate region', 'ArrowUp', true);
    expect(region.rotation).toBe(-9);
  });

  it('ignores other keys, other buttons of the mouse and a second finger', async () => {
    await show();
    press('Move region', 'a');
    drag('Move region', { x: 320, y: 240 }, { x: 50, y: 50 }, { button: 2 });
    expect(region).toEqual(start);
    point('Move region', 'pointerdown', { x: 320, y: 240 }, { pointerType: 'touch' });
    drag('Move region', { x: 320, y: 240 }, { x: 80, y: 80 }, { pointerType: 'touch', pointerId: 2 });
    expect(region).toEqual(start);
    point('Move region', 'pointermove', { x: 330, y: 240 }, { pointerType: 'touch' });
    expect(region).toEqual({ ...start, x: 330 });
  });

  it('stops when the pointer is released or the browser takes it over', async () => {
    await show();
    for (const end of ['pointerup', 'pointercancel']) {
      point('Move region', 'pointerdown', { x: 320, y: 240 });
      point('Move region', end, { x: 320, y: 240 });
      point('Move region', 'pointermove', { x: 400, y: 300 });
    }
    expect(region).toEqual(start);
  });

  it('keeps the handles of a region outside the picture in reach', async () => {
    const outside: Region = { x: 2000, y: -900, width: 100, height: 100, rotation: 0 };
    const html = await renderIn(
      'en',
      <RegionPicture size={size} region={outside} onChange={() => undefined}>
        {null}
      </RegionPicture>,
    );
    expect(html).toContain('left:clamp(-22px, calc(312.5% + 0px), calc(100% + 22px))');
    expect(html).toContain('top:clamp(-22px, calc(-187.5% + 0px), calc(100% + 22px))');
    await show(outside);
    drag('Move region', { x: 660, y: 0 }, { x: -10, y: 10 });
    expect(region).toMatchObject({ x: 590, y: 50 });
  });
});
