import type { Locator, Page } from '@playwright/test';
import { middleOf, type Point, repeatUntilClicked } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

/** Finger that taps at positions, whatever is there. */
export interface BlindFinger {
  /** Taps the middle of a control twice; the second time at its old position, whatever is there now. */
  tapTwice(target: Locator, gapMS: number): Promise<void>;
  tapAt(point: Point): Promise<void>;
}

export async function blindFingerOn(page: Page): Promise<BlindFinger> {
  const session = await page.context().newCDPSession(page);
  const tapAt = async (point: Point) => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  return {
    tapAt,
    async tapTwice(target, gapMS) {
      const second = { point: await middleOf(target), isDue: Promise.resolve<unknown>(undefined) };
      // The first tap counts only if the control did not change just before it.
      await repeatUntilClicked(target, async () => {
        await shown(target).not.toHaveAttribute('data-resting');
        second.point = await middleOf(target);
        await tapAt(second.point);
        second.isDue = new Promise((resolve) => setTimeout(resolve, gapMS));
      });
      await second.isDue;
      await tapAt(second.point);
    },
  };
}

export interface Control {
  readonly text: string;
  readonly startsMotion: boolean;
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

/** Returns the visible controls that act on the cell. */
export function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-guarded]')]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        const text = control.getAttribute('aria-label') ?? control.textContent ?? '';
        return { text, startsMotion: control.hasAttribute('data-starts-motion'), box: { left, top, right, bottom } };
      }),
  );
}

/** Returns the distance between two boxes, CSS px: 0 if they overlap. */
export function distanceOf(a: Control['box'], b: Control['box']): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}
