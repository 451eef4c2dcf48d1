import { text } from 'node:stream/consumers';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();
const wait = { id: 'step_wait', stepKind: 'Wait', isDisabled: false };

async function makeRoutine(page: Page, name: string, more: object = {}): Promise<string> {
  const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, {
    headers: { authorization: `Bearer ${bench.token}` },
    data: {
      ...{ name, steps: [wait] },
      stepConfigurations: { [wait.id]: { stepKind: 'Wait', args: { milliseconds: 120 } } },
      ...more,
    },
  });
  expect(made.status(), await made.text()).toBe(200);
  return z.object({ id: z.string() }).parse(await made.json()).id;
}

const rowsOf = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Expects the names of the rows, top to bottom. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) await shown(rowsOf(page).nth(index)).toContainText(name);
  await shown(rowsOf(page)).toHaveCount(names.length);
}

/** Exports a routine from the list; returns the content of the file. */
async function exportFile(page: Page, name: string): Promise<string> {
  const leaving = page.waitForEvent('download');
  await page.getByRole('button', { name: `More for ${name}` }).tap();
  await page.getByRole('menuitem', { name: 'Export' }).tap();
  const download = await leaving;
  expect(download.suggestedFilename()).toBe(`${name}.json`);
  // The browser runs in another process: the file is read through its connection.
  return text(await download.createReadStream());
}

async function importFile(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.getByTestId('import-file').setInputFiles(file);
}

const routineFile = (name: string) =>
  JSON.stringify({
    ...{ format: 'cellwright.routine', formatVersion: 1 },
    routine: {
      ...{ id: `routine_${name.toLowerCase().replaceAll(/\W/g, '_')}`, name, steps: [wait] },
      stepConfigurations: { [wait.id]: { stepKind: 'Wait', args: { milliseconds: 120 } } },
    },
  });

describe('Several files that are imported at once', () => {
  it(
    'become routines, and a file that is none is named',
    async () => {
      const page = await bench.open('/routines');
      const contents = {
        'one.json': routineFile('Batch one'),
        'none.json': '{}',
        'two.json': routineFile('Batch two'),
      };
      const files = Object.entries(contents).map(([name, content]) => ({
        ...{ name, mimeType: 'application/json', buffer: Buffer.from(content) },
      }));
      await page.getByTestId('import-file').setInputFiles(files);
      await shown(page.getByText('2 of 3 files imported')).toBeVisible();
      await shown(page.getByText(/^none\.json: /)).toBeVisible();
      await page.getByRole('textbox', { name: 'Search routines' }).fill('batch');
      await expectNames(page, ['Batch two', 'Batch one']);
    },
    testMS,
  );
});

const fileSchema = z.object({ format: z.literal('cellwright.routine'), routine: z.object({ name: z.string() }) });

describe('The routines of the cell', () => {
  inExhaustiveRuns(() => {
    it(
      'appear in the chosen order, filtered by the search',
      async () => {
        const page = await bench.open('/routines');
        for (const name of ['Carry boxes', 'Approach', 'Bore holes']) await makeRoutine(page, `Sorted: ${name}`);
        await page.getByRole('textbox', { name: 'Search routines' }).fill('sorted');
        await expectNames(page, ['Bore holes', 'Approach', 'Carry boxes']);
        const order = page.getByRole('combobox', { name: 'Sort by' });
        await order.selectOption({ label: 'Name' });
        await expectNames(page, ['Approach', 'Bore holes', 'Carry boxes']);
        await page.getByRole('textbox', { name: 'Search routines' }).fill('SORTED: BORE');
        await expectNames(page, ['Bore holes']);
        await page.getByRole('textbox', { name: 'Search routines' }).fill('nothing like it');
        await shown(rowsOf(page)).toHaveCount(0);
        await shown(page.getByText('No matching routines')).toBeVisible();
        await page.getByRole('textbox', { name: 'Search routines' }).fill('sorted');
        // In the order of changes, the routine that was changed last is first again.
        const more = page.getByRole('button', { name: 'More for Sorted: Approach' });
        await order.selectOption({ label: 'Last modified' });
        await more.tap();
        await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
        await shown(rowsOf(page).first()).toContainText('Approach');
        await shown(rowsOf(page)).toHaveCount(4);
      },
      testMS,
    );

    it(
      'can be sorted by creation, independent of later changes',
      async () => {
        const page = await bench.open('/routines');
        const [oldest] = [
          await makeRoutine(page, 'Rivet plates'),
          await makeRoutine(page, 'Rivet angles'),
          await makeRoutine(page, 'Rivet brackets'),
        ];
        await page.getByRole('textbox', { name: 'Search routines' }).fill('rivet');
        await expectNames(page, ['Rivet brackets', 'Rivet angles', 'Rivet plates']);
        const changed = await page.request.patch(`${bench.url}/api/v1/cell/routines/${oldest}`, {
          headers: { authorization: `Bearer ${bench.token}` },
          data: { description: 'With two rivets each' },
        });
        expect(changed.status(), await changed.text()).toBe(200);
        await expectNames(page, ['Rivet plates', 'Rivet brackets', 'Rivet angles']);
        await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Newest' });
        await expectNames(page, ['Rivet brackets', 'Rivet angles', 'Rivet plates']);
      },
      testMS,
    );

    it(
      'explain templates while there are none, and become one from their menu',
      async () => {
        const page = await bench.open('/routines');
        await makeRoutine(page, 'Glueing');
        await page.getByRole('radio', { name: 'Templates' }).tap();
        await shown(page.getByText('A template is a starting point for new routines')).toBeVisible();
        await page.getByRole('button', { name: 'Show all routines' }).tap();
        const more = page.getByRole('button', { name: 'More for Glueing' });
        await more.tap();
        await page.getByRole('menuitem', { name: 'Convert to template' }).tap();
        await shown(page.getByText('Glueing is now a template')).toBeVisible();
        await page.getByRole('radio', { name: 'Templates' }).tap();
        await expectNames(page, ['Glueing']);
        await more.tap();
        await page.getByRole('menuitem', { name: 'Remove from templates' }).tap();
        await shown(page.getByText('No templates yet')).toBeVisible();
      },
      testMS,
    );

    it(
      'can be created from templates, which do not change',
      async () => {
        const page = await bench.open('/routines');
        await makeRoutine(page, 'Screwing', { isTemplate: true });
        await page.getByRole('radio', { name: 'Templates' }).tap();
        await expectNames(page, ['Screwing']);
        await shown(rowsOf(page)).toContainText('template');
        await rowsOf(page).getByRole('button', { name: 'Use template' }).tap();
        const name = page.getByRole('textbox', { name: 'Name of the routine' });
        await shown(name).toHaveValue('Screwing copy');
        await shown(page.getByTestId('step-Wait')).toContainText('Wait 0.12 s');
        await name.fill('Screwing of lids');
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v2');
        await page.getByTestId('step-Wait').click();
        await page.getByTestId('step-form').getByRole('textbox', { name: 'Time' }).fill('2');
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v3');

        await page.getByRole('link', { name: 'All routines' }).tap();
        await page.getByRole('textbox', { name: 'Search routines' }).fill('screwing');
        await expectNames(page, ['Screwing of lids', 'Screwing']);
        await shown(rowsOf(page).first().getByRole('button', { name: 'Use template' })).toHaveCount(0);
        await page.getByRole('radio', { name: 'Templates' }).tap();
        await expectNames(page, ['Screwing']);
        await rowsOf(page).getByRole('link').tap();
        await shown(page.getByTestId('step-Wait')).toContainText('Wait 0.12 s');
      },
      testMS,
    );
  });

  it(
    'can be restored from an exported file: after a change, and after a deletion',
    async () => {
      const page = await bench.open('/routines');
      await makeRoutine(page, 'Deburring');
      const file = await exportFile(page, 'Deburring');
      await page.getByRole('main').getByRole('link', { name: 'Deburring' }).tap();
      await page.getByRole('textbox', { name: 'Name of the routine' }).fill('Polishing');
      await shown(page.getByTestId('save-status')).toHaveText('Saved · v2');
      await page.getByTestId('step-Wait').click();
      await page.getByTestId('step-form').getByRole('textbox', { name: 'Time' }).fill('7');
      await shown(page.getByTestId('save-status')).toHaveText('Saved · v3');
      const openList = async (sought: string) => {
        await page.getByRole('link', { name: 'All routines' }).tap();
        await page.getByRole('textbox', { name: 'Search routines' }).fill(sought);
      };
      const expectAsExported = async (version: number) => {
        await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Deburring');
        await shown(page.getByTestId('step-Wait')).toContainText('Wait 0.12 s');
        await shown(page.getByTestId('save-status')).toHaveText(`Saved · v${version}`);
      };

      await openList('polishing');
      await expectNames(page, ['Polishing']);
      await importFile(page, 'Deburring.json', file);
      await expectAsExported(4);
      await openList('polishing');
      await shown(rowsOf(page)).toHaveCount(0);
      await page.getByRole('textbox', { name: 'Search routines' }).fill('deburring');
      await expectNames(page, ['Deburring']);

      await page.getByRole('button', { name: 'More for Deburring' }).tap();
      await page.getByRole('menuitem', { name: 'Delete' }).tap();
      await shown(rowsOf(page)).toHaveCount(0);
      await importFile(page, 'Deburring.json', file);
      // The deletion was a version of its own.
      await expectAsExported(6);
      await openList('deburring');
      await expectNames(page, ['Deburring']);
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'can be exported and imported as files, and an invalid file is rejected with a message',
      async () => {
        const page = await bench.open('/routines');
        await makeRoutine(page, 'Round trip');
        const text = await exportFile(page, 'Round trip');
        expect(fileSchema.parse(JSON.parse(text)).routine.name).toBe('Round trip');

        const changed = text.replace('"Round trip"', '"Came back"');
        await importFile(page, 'back.json', changed);
        await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Came back');
        await shown(page.getByTestId('step-Wait')).toContainText('Wait 0.12 s');

        await page.getByRole('link', { name: 'All routines' }).tap();
        await shown(rowsOf(page).filter({ hasText: 'Came back' })).toHaveCount(1);
        // It replaced the one with its id.
        await shown(rowsOf(page).filter({ hasText: 'Round trip' })).toHaveCount(0);
        const refusals = [
          ['{"format": "a shopping list"}', "its format must be 'cellwright.routine'"],
          ['no JSON at all', 'This is not valid JSON. The file may be cut off: export or save it again'],
        ] as const;
        for (const [content, words] of refusals) {
          await importFile(page, 'wrong.json', content);
          await shown(page.locator('[data-sonner-toast]', { hasText: words })).toBeVisible();
        }
        await shown(page.getByRole('heading', { name: 'Routines' })).toBeVisible();
      },
      testMS,
    );
  });
});
