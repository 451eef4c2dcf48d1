import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { middleOf, type Point } from './pointer.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
/** A folder for screenshots; none without. */
const pictures = process.env.PALLET_PICTURES;
/** A save may take a moment on a busy machine. */
const soon = { timeout: withPatience(10_000) };
const boxSchema = z.object({ id: z.string(), x: z.number(), y: z.number(), rotation: z.number() });
const itemsSchema = z.object({
  items: z.array(
    z.looseObject({
      name: z.string(),
      id: z.string(),
      lengthMM: z.number().optional(),
      cornerXMM: z.number().optional(),
      palletBaseIDs: z.array(z.string()).optional(),
      layerOrder: z.array(z.string()).optional(),
      layerPatterns: z
        .array(z.looseObject({ id: z.string(), name: z.string(), boxList: z.array(boxSchema) }))
        .optional(),
      boxTypes: z.array(z.looseObject({ pickupPosition: z.looseObject({}).optional() })).optional(),
    }),
  ),
});

async function find(page: Page, name: string) {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.get(`${bench.url}/api/v1/cell/space-items?limit=100`, { headers });
  return itemsSchema.parse(await answer.json()).items.find((item) => item.name === name);
}

async function addItem(page: Page, kind: string) {
  await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption(kind);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
}

async function drag(page: Page, from: Locator, to: (start: Point) => Point | Promise<Point>) {
  await from.scrollIntoViewIfNeeded();
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 2);
  const end = await to(start);
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

inExhaustiveRuns(() => {
  describe('A pallet in the space items of the cell', () => {
    it(
      'can be placed, and boxes stacked on it: a pattern, boxes that are moved, layers',
      async () => {
        const page = await bench.open('/scene');
        await addItem(page, 'palletBase');
        const base = page.getByRole('region', { name: 'Pallet base' });
        await base.getByRole('textbox', { name: 'Length' }).fill('1000');
        await base.getByRole('textbox', { name: 'Corner x' }).fill('600');
        await shown(page.getByTestId('saved')).toHaveText('Saved');
        await base.getByRole('button', { name: 'Teach here' }).tap();
        await page
          .getByRole('dialog', { name: /^‘Pallet 1’ moves/ })
          .getByRole('button', { name: 'Re-teach' })
          .tap();
        await shown(page.getByText(/^‘Pallet 1’ moved [\d.,]+ mm \/ \d+°$/)).toBeVisible();
        await expect.poll(async () => (await find(page, 'Pallet 1'))?.cornerXMM, soon).not.toBe(600);
        expect((await find(page, 'Pallet 1'))?.lengthMM).toBe(1000);

        await addItem(page, 'palletBoxes');
        await page.getByRole('checkbox', { name: 'Pallet 1' }).check();
        await page.getByRole('button', { name: 'Add a box type' }).tap();
        await shown(page.getByTestId('stack-summary')).toHaveText('12 boxes, 150 mm high');
        await page.getByRole('button', { name: 'Pinwheel' }).tap();
        const layer = page.getByRole('group', { name: /^Layer, top view/ });
        const boxes = layer.getByRole('button');
        expect(await boxes.count()).toBeGreaterThan(8);
        await page.getByRole('button', { name: 'Empty' }).tap();
        await shown(boxes).toHaveCount(0);
        await page.getByRole('button', { name: 'Add a box', exact: true }).tap();
        await shown(boxes).toHaveCount(1);
        await shown(page.getByRole('button', { name: 'Box 1 at 150, 100 mm, rotated by 0°' })).toBeVisible();

        // By mouse: a third of the pallet to the right. By keys: 10 mm to the left until it can be rotated, then a
        // quarter turn.
        const frame = await layer.boundingBox();
        await drag(page, boxes.first(), ({ x, y }) => ({ x: x + (frame?.width ?? 0) * 0.3, y }));
        const placeOf = async () => (await find(page, 'Boxes 1'))?.layerPatterns?.[0]?.boxList[0];
        await expect.poll(async () => (await placeOf())?.x ?? 0, soon).toBeGreaterThan(400);
        const before = (await placeOf())?.x ?? 0;
        await boxes.first().focus();
        await page.keyboard.press('ArrowLeft');
        for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowUp');
        await page.keyboard.press('r');
        await expect.poll(placeOf, soon).toMatchObject({ x: before - 10, rotation: 90 });
        await page.keyboard.press('Delete');
        await shown(boxes).toHaveCount(0);
        await page.getByRole('button', { name: 'Interlock' }).tap();
        await shown(page.getByTestId('saved')).toHaveText('Saved');
      },
      withPatience(180_000),
    );

    it(
      'has layers that are added by a tap and by dragging, and moved up and down',
      async () => {
        const page = await bench.open('/scene');
        await page.getByRole('button', { name: /^Boxes 1/ }).tap();
        await page.getByRole('button', { name: 'Add a pattern' }).tap();
        await page.getByRole('textbox', { name: 'Name of the pattern' }).fill('Second');
        await page.getByRole('button', { name: 'Column' }).tap();
        const layers = page.getByTestId('layer');
        await page.getByRole('button', { name: 'Add Second on top' }).tap();
        await shown(layers).toHaveText(['Layer 2 · Second', 'Layer 1 · Pattern 1']);
        await drag(page, page.getByRole('button', { name: 'Add Pattern 1 on top' }), () => middleOf(layers.first()));
        await shown(layers).toHaveText(['Layer 3 · Pattern 1', 'Layer 2 · Second', 'Layer 1 · Pattern 1']);
        await page.getByRole('button', { name: 'Move layer 2 up' }).tap();
        await shown(layers).toHaveText(['Layer 3 · Second', 'Layer 2 · Pattern 1', 'Layer 1 · Pattern 1']);
        await page.getByRole('button', { name: 'Remove layer 3' }).tap();
        await shown(layers).toHaveCount(2);
        await shown(page.getByTestId('saved')).toHaveText('Saved');
        const stored = await find(page, 'Boxes 1');
        const [first] = stored?.layerPatterns ?? [];
        await expect.poll(async () => (await find(page, 'Boxes 1'))?.layerOrder, soon).toEqual([first?.id, first?.id]);
        for (const name of ['Add a box type', 'Pinwheel', 'Move layer 1 up', 'Add Second on top']) {
          const size = await page.getByRole('button', { name }).boundingBox();
          expect(size?.height, name).toBeGreaterThanOrEqual(44);
        }
      },
      withPatience(180_000),
    );

    it(
      'reports its problems box by box before anything moves, and becomes outdated after a change',
      async () => {
        const page = await bench.open('/scene');
        const headers = { authorization: `Bearer ${bench.token}` };
        const save = async (item: object) => {
          const answer = await page.request.post(`${bench.url}/api/v1/cell/space-items`, { headers, data: item });
          expect(answer.status()).toBe(200);
        };
        await save({ id: 'space_stand', name: 'Stand', kind: 'palletBase', lengthMM: 400, widthMM: 300 });
        const boxList = [50, 150, 250].map((x) => ({ id: `box-${x}`, x, y: 50 }));
        await save({
          id: 'space_row',
          name: 'Row',
          kind: 'palletBoxes',
          palletBaseIDs: ['space_stand'],
          boxTypes: [{ id: 'carton', name: 'Carton', width: 100, depth: 100, height: 60, offsetZ: 20 }],
          layerPatterns: [{ id: 'row', name: 'Row', boxTypeID: 'carton', boxList }],
          layerOrder: ['row', 'row'],
        });
        await page.getByRole('button', { name: /^Row/ }).tap();
        const proof = page.getByRole('region', { name: 'Check the stack' });
        const check = proof.getByRole('button', { name: 'Check the stack' });
        await check.tap();
        const found = page.getByTestId('stack-proof-pallet');
        await shown(found).toHaveText('Stand: all 6 boxes can be placed', { timeout: withPatience(60_000) });
        expect((await check.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        expect(await findBarriers(page)).toEqual([]);
        if (pictures) await proof.screenshot({ path: `${pictures}/stack-good.png` });

        await page.getByRole('textbox', { name: 'From above' }).fill('1500');
        await page.getByRole('textbox', { name: 'From above' }).press('Tab');
        await shown(page.getByTestId('stack-proof')).toHaveText('Changed since the check. Check it again.');
        await shown(found).toBeHidden();
        await check.tap();
        await shown(found).toContainText('Stand: this stack is not possible', { timeout: withPatience(60_000) });
        await shown(found).toContainText(
          'Box 3 of layer 2 is out of reach: no joint angles reach its approach position',
        );
        if (pictures) await page.screenshot({ path: `${pictures}/stack-bad.png` });
      },
      withPatience(180_000),
    );
  });
});
