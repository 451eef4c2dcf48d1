import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = 90_000;
const bench = shareBrowser();
const wait = { id: 'step_wait', stepKind: 'Wait', isDisabled: false };

async function makeRoutine(page: Page, name: string): Promise<void> {
  const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, {
    headers: { authorization: `Bearer ${bench.token}` },
    data: { name, steps: [wait], stepConfigurations: { [wait.id]: { stepKind: 'Wait', args: { milliseconds: 120 } } } },
  });
  expect(made.status(), await made.text()).toBe(200);
}

const rowsOf = (page: Page) => page.getByRole('main').getByRole('listitem');

/** The names of the rows, from the top. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) await shown(rowsOf(page).nth(index)).toContainText(name);
  await shown(rowsOf(page)).toHaveCount(names.length);
}

const fileSchema = z.object({ format: z.literal('cellwright.routine'), routine: z.object({ name: z.string() }) });

describe('the routines of the cell', () => {
  it(
    'come in the order that is chosen, and only those that are sought',
    async () => {
      const page = await bench.open('/routines');
      for (const name of ['Carry boxes', 'Approach', 'Bore holes']) await makeRoutine(page, name);
      await expectNames(page, ['Bore holes', 'Approach', 'Carry boxes']);
      const order = page.getByRole('combobox', { name: 'Order' });
      await order.selectOption({ label: 'Name' });
      await expectNames(page, ['Approach', 'Bore holes', 'Carry boxes']);
      await page.getByRole('textbox', { name: 'Search routines' }).fill('BORE');
      await expectNames(page, ['Bore holes']);
      await page.getByRole('textbox', { name: 'Search routines' }).fill('nothing like it');
      await shown(rowsOf(page)).toHaveCount(0);
      await shown(page.getByText('No routine is like that')).toBeVisible();
      await page.getByRole('textbox', { name: 'Search routines' }).fill('');
      // What was changed last is first again when that is the order.
      const more = page.getByRole('button', { name: 'More for Approach' });
      await order.selectOption({ label: 'Changed last' });
      await more.tap();
      await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
      await shown(rowsOf(page).first()).toContainText('Approach');
      await shown(rowsOf(page)).toHaveCount(4);
    },
    testMS,
  );

  it(
    'leave as files and come in from them, and a file that is none is refused in words',
    async () => {
      const page = await bench.open('/routines');
      await makeRoutine(page, 'Round trip');
      const leaving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More for Round trip' }).tap();
      await page.getByRole('menuitem', { name: 'Export' }).tap();
      const download = await leaving;
      expect(download.suggestedFilename()).toBe('Round trip.json');
      const text = readFileSync(await download.path(), 'utf8');
      expect(fileSchema.parse(JSON.parse(text)).routine.name).toBe('Round trip');

      const changed = text.replace('"Round trip"', '"Came back"');
      const entry = page.getByTestId('import-file');
      await entry.setInputFiles({ name: 'back.json', mimeType: 'application/json', buffer: Buffer.from(changed) });
      await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Came back');
      await shown(page.getByTestId('step-Wait')).toContainText('Wait 0.12 s');

      await page.getByRole('link', { name: 'All routines' }).tap();
      await shown(rowsOf(page).filter({ hasText: 'Came back' })).toHaveCount(1);
      const refusals = [
        ['{"format": "a shopping list"}', "its format must be 'cellwright.routine'"],
        ['no JSON at all', 'This is not JSON: the file may be cut off. Export or save it again'],
      ] as const;
      for (const [content, words] of refusals) {
        await entry.setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from(content) });
        await shown(page.locator('[data-sonner-toast]', { hasText: words })).toBeVisible();
      }
      await shown(page.getByRole('heading', { name: 'Routines' })).toBeVisible();
    },
    testMS,
  );
});
