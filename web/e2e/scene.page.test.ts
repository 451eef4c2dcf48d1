import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

describe('The space items of the cell', () => {
  it(
    'a grid is taught from the arm: two corners are rejected with a message, three are saved, and it is deleted with an undo',
    async () => {
      const page = await bench.open('/scene');
      await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption('gridPositionList');
      await page.getByRole('button', { name: 'Add' }).tap();
      for (const corner of ['A', 'B']) {
        await page.getByRole('button', { name: `Teach here: Corner ${corner}` }).tap();
        await shown(page.getByRole('button', { name: `Teach again: Corner ${corner}` })).toBeVisible();
      }
      await shown(page.getByRole('alert')).toContainText('Must specify at least three corners');
      await shown(page.getByTestId('saved')).toHaveText('Not saved yet');
      await page.getByRole('button', { name: 'Teach here: Corner D' }).tap();
      await shown(page.getByTestId('saved')).toHaveText('Saved');

      await page.getByRole('textbox', { name: 'Name' }).fill('Tray');
      const row = page.getByRole('button', { name: /Tray/ }).first();
      await shown(row).toBeVisible();
      const headers = { authorization: `Bearer ${bench.token}` };
      const items = `${bench.url}/api/v1/cell/space-items`;
      const countPlaces = async () => {
        const read = await page.request.get(`${items}?name=Tray`, { headers });
        const { items: found }: { items: { positions: unknown[] }[] } = await read.json();
        return found.map(({ positions }) => positions.length);
      };
      // The list shows a name while it is typed; it is stored a moment later.
      await expect.poll(countPlaces).toEqual([9]);

      await page.getByRole('button', { name: 'Remove', exact: true }).tap();
      await shown(row).toBeHidden();
      // A message from teaching may still be shown.
      const told = page.getByRole('listitem').filter({ hasText: 'Tray' });
      await told.getByRole('button', { name: 'Undo' }).tap();
      await shown(row).toBeVisible();
    },
    withPatience(120_000),
  );

  inExhaustiveRuns(() => {
    it(
      'a program teaches an item over HTTP, and a grid of two corners is rejected with a reason',
      async () => {
        const page = await bench.open('/scene');
        const headers = { authorization: `Bearer ${bench.token}` };
        const items = `${bench.url}/api/v1/cell/space-items`;
        const list = { kind: 'freeformPositionList', name: 'Taught by a program' };
        const made: { id: string } = await (await page.request.post(items, { headers, data: list })).json();
        const teach = `${items}/${made.id}/teach?robotKind=simulated`;
        const taught = await page.request.post(teach, { headers, data: { part: 'position' } });
        expect(await taught.json()).toMatchObject({ item: { positions: [{ jointAngles: expect.any(Array) }] } });
        await shown(page.getByRole('button', { name: /Taught by a program/ })).toBeVisible();

        const pose = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
        const grid = {
          kind: 'gridPositionList',
          name: 'Half',
          cornerA: { pose },
          cornerB: { pose: { ...pose, x: 1 } },
        };
        const refused = await page.request.post(items, { headers, data: grid });
        expect(refused.status()).toBe(400);
        expect(await refused.text()).toContain('Must specify at least three corners');
      },
      withPatience(120_000),
    );
  });
});

inExhaustiveRuns(() => {
  describe('The space items of a routine', () => {
    it(
      'a grid is taught beside the steps, and stored once it has three corners',
      async () => {
        const page = await bench.open('/routines');
        await page.getByRole('button', { name: 'New routine', exact: true }).tap();
        await page.getByRole('radio', { name: 'Data' }).tap();
        await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption('gridPositionList');
        await page.getByRole('button', { name: 'Add a space item' }).tap();
        for (const corner of ['A', 'B']) await page.getByRole('button', { name: `Teach here: Corner ${corner}` }).tap();
        await shown(page.getByRole('alert')).toContainText('Must specify at least three corners');
        await page.getByRole('button', { name: 'Teach here: Corner D' }).tap();
        await shown(page.getByRole('button', { name: 'Teach again: Corner D' })).toBeVisible();
        await page.getByRole('textbox', { name: 'Name of the space item' }).fill('Pallet');
        await shown(page.getByTestId('save-status')).toHaveText(/Saved/);
        await page.reload();
        await page.getByRole('radio', { name: 'Data' }).tap();
        await page.getByRole('button', { name: 'Grid Pallet: teach' }).tap();
        await shown(page.getByRole('button', { name: 'Teach again: Corner B' })).toBeVisible();
        const id = new URL(page.url()).pathname.split('/').at(-1);
        const headers = { authorization: `Bearer ${bench.token}` };
        const read = await page.request.get(`${bench.url}/api/v1/cell/routines/${id}`, { headers });
        expect(await read.json()).toMatchObject({
          space: [{ name: 'Pallet', positions: { length: 9 }, global: false }],
        });
      },
      withPatience(120_000),
    );
  });
});
