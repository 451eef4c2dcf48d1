import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';
import { showByKey } from './show-by-key.fixture.ts';

const testMS = withPatience(120_000);

const bench = sharePage();
let page: Page;

const step = (kind: string, index = 0) => page.getByTestId(`step-${kind}`).nth(index);

async function expectSaved(): Promise<void> {
  await shown(page.getByTestId('save-status')).toHaveText(/Saved/);
}

describe('The editor', () => {
  it(
    'undoes and redoes, and works by keyboard',
    async () => {
      page = await bench.open('/routines');
      await page.getByRole('button', { name: 'New routine', exact: true }).click();
      await step('Loop').click();
      await page.getByTestId('library-Wait').click();
      await step('Wait').focus();
      await page.keyboard.press('Control+d');
      await shown(page.getByTestId('step-Wait')).toHaveCount(2);
      await page.keyboard.press('Alt+ArrowLeft');
      await shown(step('Wait', 1)).toHaveAttribute('aria-level', '1');
      await page.keyboard.press('Control+z');
      await shown(step('Wait', 1)).toHaveAttribute('aria-level', '2');
      await page.keyboard.press('Control+z');
      await shown(page.getByTestId('step-Wait')).toHaveCount(1);
      await page.keyboard.press('Control+y');
      await shown(page.getByTestId('step-Wait')).toHaveCount(2);
      await expectSaved();

      await step('Loop').getByRole('button', { name: 'Collapse', exact: true }).click();
      const wanted = page.getByRole('textbox', { name: 'Find in this routine' });
      await showByKey(page, 'Control+f', wanted);
      await wanted.fill('wait 1 s');
      await shown(page.getByTestId('find-count')).toHaveText(/2$/);
      await step('Loop').click();
      await wanted.press('Enter');
      await shown(page.getByTestId('find-count')).toHaveText('1 / 2');
      await wanted.press('Enter');
      await shown(page.getByTestId('find-count')).toHaveText('2 / 2');
      await shown(step('Wait', 1)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');

      await page.getByRole('radio', { name: 'Data' }).click();
      const description = page.getByRole('textbox', { name: 'Description of the routine' });
      await description.fill('Glues two halves');
      await expectSaved();
      await page.reload();
      await page.getByRole('radio', { name: 'Data' }).click();
      await shown(description).toHaveValue('Glues two halves');

      const form = page.getByRole('region', { name: 'Data' });
      const widthOf = async () => Math.round((await form.boundingBox())?.width ?? 0);
      const before = await widthOf();
      await page.getByRole('separator', { name: 'Width of the form' }).press('ArrowLeft');
      await expect.poll(widthOf).toBe(before + 24);
      await page.reload();
      await page.getByRole('radio', { name: 'Data' }).click();
      await expect.poll(widthOf).toBe(before + 24);

      const commands = page.getByRole('combobox', { name: 'Commands' });
      await showByKey(page, 'Control+k', commands);
      await commands.fill('problems');
      await commands.press('Enter');
      await shown(page.getByRole('radio', { name: 'Problems' })).toHaveAttribute('aria-checked', 'true');
      await showByKey(page, 'Control+k', commands);
      await commands.fill('run');
      await expectNoBarriers(page, 'the command palette');
      await shown(page.getByRole('option', { name: /^Runs/ })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Escape');
      await showByKey(page, 'Control+k', commands);
      await commands.fill('routines');
      await commands.press('Enter');
      await shown(page.getByRole('heading', { name: 'Routines' })).toBeVisible();
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'teaches each target of a step as a named position, and one of the cell again, with an undo',
      async () => {
        page = await bench.open('/routines');
        const headers = { authorization: `Bearer ${bench.token}` };
        const items = `${bench.url}/api/v1/cell/space-items`;
        const shelf = {
          kind: 'freeformPositionList',
          name: 'Shelf',
          positions: [{ jointAngles: [0, 0, 1, 0, -1, 0] }],
        };
        const data = { ...shelf, positions: [...shelf.positions, ...shelf.positions] };
        const made: { id: string } = await (await page.request.post(items, { headers, data })).json();
        const positions = async () => {
          const read: { positions: object[] } = await (
            await page.request.get(`${items}/${made.id}`, { headers })
          ).json();
          return read.positions;
        };
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await step('Loop').click();
        await page.getByTestId('library-PressButton').click();
        await step('PressButton').click();
        const target = (name: string) => page.getByRole('group', { name, exact: true });
        for (const name of ['Pre-press position', 'Press position']) {
          await target(name).getByRole('button', { name: 'Teach here' }).click();
          await shown(target(name).getByRole('button', { name: /^Re-teach P/ })).toBeVisible();
        }
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
        await page.keyboard.press('Control+z');
        await shown(target('Press position').getByRole('button', { name: 'Re-teach P2' })).toBeHidden();
        await shown(target('Pre-press position').getByRole('button', { name: 'Re-teach P1' })).toBeVisible();

        await target('Press position').getByRole('combobox', { name: 'Position', exact: true }).selectOption('Shelf');
        await target('Press position').getByRole('combobox', { name: 'Position in the list' }).selectOption('Shelf 2');
        const reteach = target('Press position').getByRole('button', { name: 'Re-teach Shelf' });
        const question = page.getByRole('dialog', { name: /^‘Shelf 2’ moves \d+ mm \/ \d+°$/ });
        await reteach.click();
        await question.getByRole('button', { name: 'Cancel' }).click();
        await shown(question).toBeHidden();
        expect(await positions()).toEqual(data.positions);
        await reteach.click();
        await question.getByRole('button', { name: 'Re-teach' }).click();
        await shown(page.getByText(/^‘Shelf 2’ moved \d+ mm \/ \d+°$/)).toBeVisible();
        await expect
          .poll(positions, { timeout: withPatience(10_000) })
          .toEqual([shelf.positions[0], expect.objectContaining({ pose: expect.anything() })]);
        await page
          .getByRole('region', { name: /Messages/ })
          .getByRole('button', { name: 'Undo' })
          .last()
          .click();
        await expect.poll(positions, { timeout: withPatience(10_000) }).toEqual(data.positions);
        await expectSaved();
      },
      testMS,
    );

    it(
      'moves a variable and a position to the cell, with an undo; existing uses stay valid',
      async () => {
        page = await bench.open('/routines');
        const headers = { authorization: `Bearer ${bench.token}` };
        const count = async (path: string) => {
          const read = await page.request.get(`${bench.url}/api/v1/cell/${path}`, { headers });
          const { items }: { items: object[] } = await read.json();
          return items.length;
        };
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await step('Loop').click();
        await page.getByTestId('library-MoveArmToV2').click();
        await step('Waypoint').click();
        await page.getByRole('button', { name: 'Teach here' }).click();
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
        await page.getByRole('radio', { name: 'Data' }).click();
        await page.getByRole('button', { name: 'Add a variable' }).click();
        const variable = page.getByRole('textbox', { name: 'Name of the variable' });
        await variable.fill('');
        await shown(page.getByText('A variable needs a name')).toBeVisible();
        await variable.blur();
        await shown(variable).toHaveValue('Variable 1');
        await variable.fill('Shared parts');
        const item = page.getByRole('textbox', { name: 'Name of the space item' });
        await item.fill('');
        await shown(page.getByText('A space item needs a name')).toBeVisible();
        await item.blur();
        await shown(item).toHaveValue('P1');
        await item.fill('Shared place');
        await page.getByRole('button', { name: 'Share Shared place with all routines' }).click();
        await shown(page.getByRole('textbox', { name: 'Name of the space item' })).toBeHidden();
        await expect.poll(() => count('space-items?name=Shared%20place'), { timeout: withPatience(10_000) }).toBe(1);
        await shown(step('Waypoint')).toContainText('Move to Shared place');
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
        await page.getByRole('button', { name: 'Share Shared parts with all routines' }).click();
        await shown(page.getByRole('textbox', { name: 'Name of the variable' })).toBeHidden();
        await expect.poll(() => count('variables?name=Shared%20parts'), { timeout: withPatience(10_000) }).toBe(1);
        await page
          .getByRole('region', { name: /Messages/ })
          .getByRole('listitem')
          .filter({ hasText: 'Shared parts' })
          .getByRole('button', { name: 'Undo' })
          .click();
        await shown(page.getByRole('textbox', { name: 'Name of the variable' })).toHaveValue('Shared parts');
        await expect.poll(() => count('variables?name=Shared%20parts'), { timeout: withPatience(10_000) }).toBe(0);
        await expectSaved();
      },
      testMS,
    );

    it(
      'selects a position on a pallet: above a box of a layer, or the pickup of a box type',
      async () => {
        page = await bench.open('/routines');
        const headers = { authorization: `Bearer ${bench.token}` };
        const items = `${bench.url}/api/v1/cell/space-items`;
        const base = { kind: 'palletBase', name: 'Left pallet' };
        const made: { id: string } = await (await page.request.post(items, { headers, data: base })).json();
        const carton = { id: 'carton', name: 'Carton', width: 400, depth: 300, height: 200 };
        const boxList = [{ id: 'one', x: 200, y: 150 }];
        const boxes = {
          ...{ kind: 'palletBoxes', name: 'Cartons', palletBaseIDs: [made.id], boxTypes: [carton] },
          layerPatterns: [{ id: 'single', name: 'Single', boxTypeID: 'carton', boxList }],
          layerOrder: ['single'],
        };
        expect((await page.request.post(items, { headers, data: boxes })).status()).toBe(200);
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await step('Loop').click();
        await page.getByTestId('library-MoveArmToV2').click();
        await step('Waypoint').click();
        const form = page.getByTestId('step-form');
        await form.getByRole('combobox', { name: 'Position', exact: true }).selectOption('Cartons');
        await form.getByRole('combobox', { name: 'Pallet base' }).selectOption('Left pallet');
        await form.getByRole('textbox', { name: 'Layer' }).fill('1');
        await form.getByRole('textbox', { name: 'Box', exact: true }).fill('2');
        await shown(form.getByText(/Invalid box index/)).toBeVisible();
        await form.getByRole('textbox', { name: 'Box', exact: true }).fill('1');
        await shown(page.getByTestId('problem-count')).toHaveText('0 problems');
        await shown(form.getByTestId('move-here')).toBeVisible();
        await form.getByText('Pick up', { exact: true }).click();
        await form.getByRole('combobox', { name: 'Box type' }).selectOption('Carton');
        await shown(page.getByTestId('problem-count')).toHaveText('1 problem');
        // The form offers the TCPs of this cell.
        const tcp = form.getByRole('combobox', { name: 'Tool centre point' });
        await shown(tcp.getByRole('option')).toHaveText(['Automatic', 'Flange', 'End 1 of the tool']);
        await tcp.selectOption('Flange');
        await expectSaved();
        await page.reload();
        await step('Waypoint').click();
        await shown(tcp).toHaveValue('wrist');
      },
      testMS,
    );

    it(
      'keeps a step of an unknown kind, and marks it',
      async () => {
        page = await bench.open('/routines');
        const unknown = { id: 'step_unknown', stepKind: 'Teleport', isDisabled: false };
        const stepConfigurations = { [unknown.id]: { stepKind: 'Teleport', args: {} } };
        const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, {
          headers: { authorization: `Bearer ${bench.token}` },
          data: { name: 'From elsewhere', steps: [unknown], stepConfigurations },
        });
        expect(made.status(), await made.text()).toBe(200);
        const { id }: { id: string } = await made.json();
        await page.goto(`${bench.url}/routines/${id}`);
        await shown(step('Teleport')).toContainText('Teleport (unknown)');
        await step('Teleport').click();
        await shown(page.getByTestId('step-form').getByText('Unrecognized step kind', { exact: true })).toBeVisible();
        await shown(page.getByTestId('step-form').getByText('No step kind "Teleport" exists')).toBeVisible();
      },
      testMS,
    );

    it(
      'offers its steps in the sections of the library',
      async () => {
        page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        const sections = page.getByRole('complementary', { name: 'Step library' }).getByRole('heading', { level: 2 });
        const known = ['Basic', 'Control', 'Interface with other devices', 'Interface with operators'];
        await shown(sections).toHaveText(known);
      },
      testMS,
    );

    it(
      'asks which changes to keep after a conflict with another user',
      async () => {
        page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await shown(step('Loop')).toBeVisible();
        const id = new URL(page.url()).pathname.split('/').at(-1);
        const renamed = await page.request.patch(`${bench.url}/api/v1/cell/routines/${id}`, {
          headers: { authorization: `Bearer ${bench.token}` },
          data: { name: 'Theirs' },
        });
        expect(renamed.status()).toBe(200);
        await page.getByRole('textbox', { name: 'Name of the routine' }).fill('Mine');
        await page.getByRole('button', { name: 'Load theirs' }).click();
        await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Theirs');
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await shown(page.getByRole('textbox', { name: 'Name of the routine' })).toHaveValue('Mine');
        await expectSaved();
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('The list of routines', () => {
    it(
      'finds, duplicates, deletes and restores routines',
      async () => {
        page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).click();
        await page.getByRole('textbox', { name: 'Name of the routine' }).fill('Stack the trays');
        await expectSaved();
        await page.getByRole('link', { name: 'All routines' }).click();
        await page.getByRole('textbox', { name: 'Search routines' }).fill('stack');
        const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Stack the trays' });
        await shown(rows).toHaveCount(1);
        await shown(rows).toContainText('1 step');
        await shown(rows).toContainText('new');
        const more = page.getByRole('button', { name: /More for Stack the trays/ });
        await more.first().click();
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await shown(rows).toHaveCount(2);
        // A menu fades out: until it is gone, its items exist twice.
        await shown(page.getByRole('menu')).toHaveCount(0);
        await more.first().click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await shown(rows).toHaveCount(1);
        await page.getByRole('button', { name: 'Undo' }).click();
        await shown(rows).toHaveCount(2);
      },
      testMS,
    );
  });
});
