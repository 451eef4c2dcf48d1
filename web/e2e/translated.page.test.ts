import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

/** Replaces all texts by others, like a translator. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isCode = node.parentElement?.closest('script, style') !== null;
      if (node instanceof Text && node.data.trim() !== '' && !isCode) texts.push(node);
    }
    for (const text of texts) {
      const inner = document.createElement('font');
      inner.textContent = `${text.data}.`;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

const screens = ['/', '/routines', '/move', '/runs', '/box', '/scene', '/users', '/preflight', '/proposals', '/help'];

inExhaustiveRuns(() => {
  describe('A page that a translator rewrites', () => {
    it(
      'asks browsers not to translate, and keeps every screen complete when it is translated anyway and its state changes',
      async () => {
        const page = await bench.open('/');
        await shown(page.getByTestId('connection')).toHaveText('Connected');
        expect(await page.locator('html').getAttribute('translate')).toBe('no');
        const errors: string[] = [];
        page.on('pageerror', ({ message }) => errors.push(message));
        const headers = { authorization: `Bearer ${bench.token}` };
        for (const screen of screens) {
          await page.goto(`${bench.url}${screen}`);
          await shown(page.getByTestId('connection')).toHaveText('Connected');
          await translate(page);
          // Every text changes and changes back.
          for (const language of ['Deutsch', 'English']) {
            await page.getByRole('button', { name: new RegExp(`: ${language}$`) }).click();
            await translate(page);
          }
          // Lists get another entry, buttons are pressed, and the screen is replaced by the next.
          const item = {
            kind: 'singlePosition',
            name: `Translated ${screen}`,
            positions: [{ jointAngles: [0, 0, 1, 0, -1, 0] }],
          };
          await page.request.post(`${bench.url}/api/v1/cell/space-items`, { headers, data: item });
          for (const radio of await page.getByRole('main').getByRole('radio').all()) {
            if (!(await radio.isVisible().catch(() => false))) continue;
            await radio.click({ timeout: 2000 }).catch(() => undefined);
            await translate(page);
          }
          await page.locator('nav a').first().click();
          await page.waitForURL(`${bench.url}/`);
          await shown(page.getByText('Error rendering')).toHaveCount(0);
        }
        expect(errors).toEqual([]);
      },
      withPatience(240_000),
    );
  });
});
