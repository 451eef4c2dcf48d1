import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const serious = new Set(['serious', 'critical']);

declare global {
  interface Window {
    readonly axe: { run(options?: RunOptions): Promise<AxeResults> };
    tabStops?: { readonly stops: readonly TabStop[]; readonly hasComeRound: boolean };
    lookAtTab?: (event: KeyboardEvent) => void;
  }
}

/** Minimum size that a gloved finger hits, CSS px. */
const touchPX = 44;

/** Returns the visible controls that are too small for a finger. Links within a text are as high as its lines. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, select, input, textarea, summary, a[href], [role="radio"], [role="treeitem"], [role="slider"]',
    );
    const say = (control: HTMLElement, { width, height }: DOMRect) => {
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      return `${control.tagName.toLowerCase()} '${name.slice(0, 60)}' ${Math.round(width)} × ${Math.round(height)}`;
    };
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      const text = control.closest('p, li, td')?.textContent ?? '';
      if (control.matches('a') && text !== '' && text.trim() !== control.textContent?.trim()) return [];
      if (control.closest('[aria-hidden="true"]')) return [];
      // Keys of the tree do the same.
      if (control.matches('[tabindex="-1"]') && control.closest('[role="treeitem"]')) return [];
      // A field can be hit anywhere on its label or its frame, a slider anywhere along its track.
      const around = 'label, [class*="PasswordInput-input"], [class*="Slider-trackContainer"]';
      const label = control.matches('input, [role="slider"]') ? control.closest(around) : null;
      const own = control.getBoundingClientRect();
      const box = label?.getBoundingClientRect() ?? own;
      const isLarge = Math.round(Math.max(box.height, own.height)) >= least && Math.round(box.width) >= least;
      return own.width === 0 || isLarge ? [] : [say(control, box)];
    });
  }, touchPX);
}

/** Target of a press of Tab. */
interface TabStop {
  readonly name: string;
  readonly isSeen: boolean;
}

/** Records where Tab leads, starting without a focused element. */
function watchTab(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const stops: TabStop[] = [];
  const seen = new Set<Element>();
  const shows = (element: Element | null): boolean => {
    if (!element) return false;
    const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element);
    return outlineStyle !== 'none' || boxShadow !== 'none' || borderColor.length > 40;
  };
  const look = ({ key }: KeyboardEvent) => {
    const active = document.activeElement;
    if (key !== 'Tab' || window.tabStops?.hasComeRound) return;
    if (!(active instanceof HTMLElement) || active === document.body || seen.has(active)) {
      window.tabStops = { stops, hasComeRound: true };
      return;
    }
    seen.add(active);
    const wrapper = active.closest('[class*="wrapper"], [class*="Input"], label, [class*="root"]');
    const text = active.getAttribute('aria-label') ?? active.textContent ?? '';
    // A field shows its focus by its border.
    const isSeen = shows(active) || shows(wrapper) || active.matches('input, select, textarea');
    stops.push({ name: `${active.tagName.toLowerCase()} '${text.trim().slice(0, 60)}'`, isSeen });
  };
  window.tabStops = { stops, hasComeRound: false };
  window.removeEventListener('keyup', window.lookAtTab ?? look, true);
  window.lookAtTab = look;
  window.addEventListener('keyup', look, true);
}

/** Tabs through the page; returns elements without a visible focus, and whether Tab does not wrap around. */
export async function findKeyboardBarriers(page: Page): Promise<string[]> {
  const most = 400;
  // The page is queried after several presses: after each would double the time.
  const atOnce = 10;
  await page.evaluate(watchTab);
  for (let pressed = 0; pressed < most; pressed += atOnce) {
    for (let press = 0; press < atOnce; press++) await page.keyboard.press('Tab');
    const { stops, hasComeRound } = await readTabStops(page);
    const unseen = stops.filter(({ isSeen }) => !isSeen);
    if (hasComeRound) return unseen.map(({ name }) => `its focus is not seen: ${name}`);
  }
  return [`Tab does not come round within ${most} presses`];
}

async function readTabStops(page: Page) {
  const found = await page.evaluate(() => window.tabStops);
  if (!found) throw new Error('The page was loaded anew while Tab went through it');
  return found;
}

/** Rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Returns the violations that axe finds on a page, by every rule or by some, with the name of the element. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate((some) => window.axe.run(some ? { runOnly: [...some] } : {}), rules);
  return violations
    .filter(({ impact }) => serious.has(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Checks of each theme: the second differs from the first only in its colours. */
export const themes = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: colourRules },
] as const;

/** Expects that a finger hits every control, the keyboard reaches all, and axe finds no violation in either theme. */
export async function expectNoBarriers(page: Page, where: string): Promise<void> {
  expect(await findSmallTargets(page), `${where}, by touch`).toEqual([]);
  expect(await findKeyboardBarriers(page), `${where}, by keyboard`).toEqual([]);
  for (const { colorScheme, rules } of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page, rules), `${where}, ${colorScheme}`).toEqual([]);
  }
}
