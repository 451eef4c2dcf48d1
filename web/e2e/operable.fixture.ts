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
  }
}

/** What a finger in a glove hits, CSS px. */
const touchPX = 44;

/** Controls in sight that are smaller than a finger. Links within a text are as high as its lines. */
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
      // A field is hit anywhere on its label or its frame, a slider anywhere along its track.
      const around = 'label, [class*="PasswordInput-input"], [class*="Slider-trackContainer"]';
      const label = control.matches('input, [role="slider"]') ? control.closest(around) : null;
      const own = control.getBoundingClientRect();
      const box = label?.getBoundingClientRect() ?? own;
      const isLarge = Math.round(Math.max(box.height, own.height)) >= least && Math.round(box.width) >= least;
      return own.width === 0 || isLarge ? [] : [say(control, box)];
    });
  }, touchPX);
}

/** Goes through the page by Tab; tells of what takes the focus unseen, and when Tab does not come round. */
export async function findKeyboardBarriers(page: Page): Promise<string[]> {
  const most = 400;
  const barriers: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const seen = new Set<string>();
  for (let press = 0; press < most; press++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement) || active === document.body) return undefined;
      const all = [...document.querySelectorAll('*')];
      const shows = (element: Element | null): boolean => {
        if (!element) return false;
        const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element);
        return outlineStyle !== 'none' || boxShadow !== 'none' || borderColor.length > 40;
      };
      const wrapper = active.closest('[class*="wrapper"], [class*="Input"], label, [class*="root"]');
      const text = active.getAttribute('aria-label') ?? active.textContent ?? '';
      return {
        key: String(all.indexOf(active)),
        name: `${active.tagName.toLowerCase()} '${text.trim().slice(0, 60)}'`,
        // A field shows its focus by its border.
        isSeen: shows(active) || shows(wrapper) || active.matches('input, select, textarea'),
      };
    });
    if (!at || seen.has(at.key)) return barriers;
    seen.add(at.key);
    if (!at.isSeen) barriers.push(`its focus is not seen: ${at.name}`);
  }
  return [...barriers, `Tab does not come round within ${most} presses`];
}

/** What axe holds against a page, in lines that name the element. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => serious.has(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

export const themes = ['light', 'dark'] as const;

/** A finger hits every control and the keyboard comes round; axe finds nothing in either theme. */
export async function expectNoBarriers(page: Page, where: string): Promise<void> {
  expect(await findSmallTargets(page), `${where}, by touch`).toEqual([]);
  expect(await findKeyboardBarriers(page), `${where}, by keyboard`).toEqual([]);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `${where}, ${colorScheme}`).toEqual([]);
  }
}
