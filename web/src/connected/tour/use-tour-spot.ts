import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { areClose, type Corner, cardAt, chooseCorner, type Rect } from './place-card.ts';
import { findShown, readShownRect } from './shown-element.ts';

/** Interval at which the target is measured, ms: animations move it without an event. */
const measureEveryMS = 200;

/** Places of the card and of the ring around the target, CSS px in the window. */
export interface TourSpot {
  readonly card: Rect | undefined;
  /** Undefined without a visible target. */
  readonly ring: Rect | undefined;
}

/**
 * Follows the target of a hint, and keeps the card away from it. The card stays in its corner until the hint changes or
 * the target comes too close.
 */
export function useTourSpot(card: RefObject<HTMLElement | null>, hint: string, target: string | undefined): TourSpot {
  const [spot, setSpot] = useState<TourSpot>({ card: undefined, ring: undefined });
  const kept = useRef<{ readonly hint: string; readonly corner: Corner }>(undefined);
  useLayoutEffect(() => {
    const measure = () => {
      const area = readArea();
      if (!card.current || !area) return;
      const element = target === undefined ? undefined : findShown(target);
      const ring = element && readShownRect(element);
      const place = { area, width: card.current.offsetWidth, height: card.current.offsetHeight };
      const last = kept.current?.hint === hint ? kept.current.corner : undefined;
      const isFree = last !== undefined && !(ring && areClose(cardAt(last, place), ring));
      const corner = isFree ? last : chooseCorner(place, ring, readControls(card.current));
      kept.current = { hint, corner };
      const next = { card: cardAt(corner, place), ring };
      setSpot((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    if (target !== undefined) showOnce(target);
    measure();
    const timer = setInterval(measure, measureEveryMS);
    const abort = new AbortController();
    for (const name of ['scroll', 'resize'] as const) {
      window.addEventListener(name, measure, { capture: true, passive: true, signal: abort.signal });
    }
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [card, hint, target]);
  return spot;
}

/** Scrolls a target into view that its scrolling parents hide. */
function showOnce(target: string): void {
  const element = findShown(target);
  if (element && !readShownRect(element)) element.scrollIntoView({ block: 'nearest' });
}

/** Returns the screen without the buttons of the run. */
function readArea(): Rect | undefined {
  const main = document.querySelector('main')?.getBoundingClientRect();
  if (!main) return undefined;
  const strip = document.querySelector('[data-testid="run-strip"]')?.getBoundingClientRect();
  const bottom = strip && strip.height > 0 ? strip.top : main.bottom;
  return { left: main.left, top: main.top, right: main.right, bottom };
}

function readControls(card: HTMLElement): Rect[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(button, a, input, select, textarea, [role="treeitem"])')]
    .filter((control) => !card.contains(control) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
}
