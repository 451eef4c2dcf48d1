import type { Page } from '@playwright/test';

/** Findings about the controls of a page since the watch began, as text. */
export interface PressFindings {
  /** Presses that reached a control that starts the arm before it had been unchanged and in place for the rest time. */
  readonly early: readonly string[];
  /** Positions of controls that start the arm where a stop or a recovery action had been in the same window. */
  readonly overlaps: readonly string[];
  /** Controls that start the arm or answer it, nearer to STOP than the width of a glove. */
  readonly nearStop: readonly string[];
  /** Presses that reached a control that starts the arm. */
  readonly startCount: number;
}

/** Rest time after a change, ms, minus some frames: the product sees the change slightly later or earlier. */
const restMS = 700 - 60;

/** Watches the controls of a page, independent of the guard in the product. Ends when the page is reloaded. */
export async function watchPresses(page: Page): Promise<() => Promise<PressFindings>> {
  const findings = await page.evaluateHandle((restMS) => {
    interface Seen {
      readonly meaning: string | undefined;
      readonly box: DOMRect;
    }
    type Look = { readonly at: number; readonly seen: ReadonlyMap<Element, Seen> };
    const found = { early: [] as string[], overlaps: [] as string[], nearStop: [] as string[], startCount: 0 };
    const isStopper = /^(pause|stop|releaseBrakes|engageBrakes|recover|restartController|answer|cancelCountdown)/;
    const stood: { readonly name: string; readonly window: string; readonly box: DOMRect }[] = [];
    let looks: Look[] = [];
    let pressedAt = 0;

    /** Returns the visible part of a control: scrolling boxes cut it off. */
    const cut = (control: Element): DOMRect => {
      let { left, top, right, bottom } = control.getBoundingClientRect();
      for (let around = control.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const box = around.getBoundingClientRect();
        left = Math.max(left, box.left);
        top = Math.max(top, box.top);
        right = Math.min(right, box.right);
        bottom = Math.min(bottom, box.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const isSame = (one: DOMRect, other: DOMRect) =>
      Math.max(Math.abs(one.left - other.left), Math.abs(one.top - other.top)) < 8;
    const compare = (starter: string, box: DOMRect, window: string) => {
      for (const stop of stood) {
        const text = `${starter} over ${stop.name} in ${window} at ${location.pathname}`;
        if (stop.window === window && overlap(stop.box, box) && !found.overlaps.includes(text))
          found.overlaps.push(text);
      }
    };
    const measure = (name: string, box: DOMRect, stop: DOMRect) => {
      const x = Math.max(0, box.left - stop.right, stop.left - box.right);
      const y = Math.max(0, box.top - stop.bottom, stop.top - box.bottom);
      const text = `${name} in ${innerWidth}x${innerHeight} at ${location.pathname}`;
      if (Math.hypot(x, y) < 96 && !found.nearStop.includes(text)) found.nearStop.push(text);
    };
    const look = () => {
      const at = performance.now();
      const window = `${innerWidth}x${innerHeight}`;
      const seen = new Map<Element, Seen>();
      for (const control of document.querySelectorAll<HTMLElement>('[data-guarded]')) {
        const box = cut(control);
        if (!control.checkVisibility() || box.width === 0 || box.height === 0) continue;
        const name = control.dataset.guarded ?? '';
        const startsMotion = control.dataset.startsMotion !== undefined;
        const isOff = startsMotion && control.matches(':disabled, [data-loading]');
        seen.set(control, { meaning: isOff ? undefined : name, box });
        const isKnown = stood.some((stop) => stop.window === window && stop.name === name && isSame(stop.box, box));
        if (isStopper.test(name) && !isKnown) stood.push({ name, window, box });
      }
      const stop = document.querySelector('[data-testid="stop"]')?.getBoundingClientRect();
      for (const [control, { box }] of seen) {
        if (stop && control instanceof HTMLElement && control.matches('[data-starts-motion], [data-guarded^="answer"]'))
          measure(control.dataset.guarded ?? '', box, stop);
        if (control instanceof HTMLElement && control.dataset.startsMotion !== undefined)
          compare(control.dataset.guarded ?? '', box, window);
      }
      looks = [...looks.filter((each) => each.at > at - 3000), { at, seen }];
    };
    const judge = ({ target }: Event) => {
      const starter = target instanceof Element ? target.closest<HTMLElement>('[data-starts-motion]') : null;
      if (!starter) return;
      found.startCount++;
      const meaning = starter.dataset.guarded;
      const box = cut(starter);
      // A control may have changed right after a check: a page under load checks rarely.
      const recent = looks.filter(({ at }) => at < pressedAt && at > pressedAt - restMS);
      const changed = recent.find(({ seen }) => {
        const then = seen.get(starter);
        return !then || then.meaning !== meaning || !isSame(then.box, box);
      });
      if (changed) found.early.push(`${meaning}, ${Math.round(pressedAt - changed.at)} ms after a change`);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    const again = () => {
      look();
      requestAnimationFrame(again);
    };
    again();
    const recordPress = () => {
      pressedAt = performance.now();
    };
    addEventListener('pointerdown', recordPress, true);
    // Registered last: clicks that the page has stopped do not arrive here.
    addEventListener('click', judge);
    return found;
  }, restMS);
  return () => findings.jsonValue();
}
