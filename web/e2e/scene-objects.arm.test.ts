import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { dragAlongX } from './pose-handle.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { shown } from './shown.fixture.ts';
import { sendToRobot } from './socket.fixture.ts';

const bench = shareArmPage();
/** A folder for screenshots; none without. */
const pictures = process.env.LAYOUT_PICTURES;

/** Fails at the position of the arm: a box is full. */
const fullBox = {
  steps: [{ id: 'step_full', stepKind: 'TriggerFault' }],
  stepConfigurations: {
    step_full: { stepKind: 'TriggerFault', args: { message: 'The box is full', isRecoverable: false } },
  },
};

const poseSchema = z.looseObject({ x: z.number(), y: z.number(), z: z.number() });
const objectsSchema = z.object({
  items: z.array(z.looseObject({ id: z.string(), name: z.string(), scale: z.number(), pose: poseSchema })),
});
const sceneSchema = z.object({ obstacles: z.array(z.looseObject({ name: z.string(), pose: poseSchema })) });

async function ask<T>(page: Page, schema: z.ZodType<T>, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${bench.token}` };
  const answer = await page.request.get(`${bench.url}/api/v1/cell${path}`, { headers });
  return schema.parse(await answer.json());
}

async function findObject(page: Page, name: string) {
  const { items } = await ask(page, objectsSchema, '/space-items?kind=environmentObject&limit=100');
  return items.find((item) => item.name === name);
}

/** Returns a pyramid on a square, in millimetres, as text. */
function pyramidStl(): string {
  const corners = { a: '0 0 0', b: '200 0 0', c: '200 200 0', d: '0 200 0', top: '100 100 200' };
  const { a, b, c, d, top } = corners;
  const faces = [
    [a, c, b],
    [a, d, c],
    [a, b, top],
    [b, c, top],
    [c, d, top],
    [d, a, top],
  ];
  const facets = faces.map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((corner) => `vertex ${corner}`).join('\n')}\nendloop\nendfacet`,
  );
  return `solid pyramid\n${facets.join('\n')}\nendsolid pyramid\n`;
}

inExhaustiveRuns(() => {
  describe('The obstacles around the arm', () => {
    it(
      'a box is an obstacle as soon as it is added, can be moved by numbers with an undo, renamed and removed',
      async () => {
        const page = await bench.open('/scene');
        await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption('box');
        await page.getByRole('button', { name: 'Add', exact: true }).tap();
        await shown(page.getByRole('heading', { name: 'Object' })).toBeVisible();
        await expect
          .poll(async () => (await ask(page, sceneSchema, '/planning-scene')).obstacles.map(({ name }) => name), {
            timeout: withPatience(20_000),
          })
          .toEqual(['Box 1']);

        await page.getByRole('textbox', { name: 'x', exact: true }).fill('650');
        await shown(page.getByTestId('saved')).toHaveText('Saved');
        expect((await findObject(page, 'Box 1'))?.pose.x).toBeCloseTo(0.65);
        await page.getByRole('region', { name: 'Object' }).getByRole('button', { name: 'Undo' }).tap();
        await shown(page.getByRole('textbox', { name: 'x', exact: true })).toHaveValue('500 mm');
        await expect.poll(async () => (await findObject(page, 'Box 1'))?.pose.x).toBeCloseTo(0.5);

        await page.getByRole('textbox', { name: 'Name' }).fill('Fence');
        await shown(page.getByRole('button', { name: /Fence/ }).first()).toBeVisible();
        await page.getByRole('button', { name: 'Remove', exact: true }).tap();
        await shown(page.getByRole('button', { name: /Fence/ })).toBeHidden();
        await expect
          .poll(async () => (await ask(page, sceneSchema, '/planning-scene')).obstacles, {
            timeout: withPatience(10_000),
          })
          .toEqual([]);
      },
      withPatience(120_000),
    );

    it(
      'a mesh can be uploaded with a chosen unit, and a broken one is rejected with a message',
      async () => {
        const page = await bench.open('/scene');
        const upload = async (name: string, content: string) => {
          const chooser = page.waitForEvent('filechooser');
          await page.getByRole('button', { name: /^Upload a mesh/ }).click();
          await (await chooser).setFiles({ name, mimeType: 'model/stl', buffer: Buffer.from(content) });
        };
        await upload('broken.stl', pyramidStl().slice(0, 300));
        await shown(page.getByText(/is cut off/)).toBeVisible();
        await upload('pyramid.stl', pyramidStl());
        await page.getByRole('combobox', { name: 'One unit of the file is' }).selectOption({ label: '1 millimetre' });
        await shown(page.getByTestId('saved')).toHaveText('Saved');
        expect((await findObject(page, 'pyramid'))?.scale).toBe(0.001);
        await page.getByRole('button', { name: 'Remove', exact: true }).tap();
        await shown(page.getByRole('button', { name: /pyramid/ })).toBeHidden();
      },
      withPatience(120_000),
    );

    it(
      'a box can be dragged by its handle in the picture, and put back',
      async () => {
        const page = await bench.open('/scene', { draws3D: true });
        await page.getByRole('combobox', { name: 'Type of the new item' }).selectOption('box');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await shown(page.getByRole('radio', { name: 'Move' })).toBeVisible();
        const before = (await findObject(page, 'Box 1'))?.pose;
        if (!before) throw new Error('there is no box');
        await dragAlongX(page, before);
        await shown(page.getByText('Box 1 was moved')).toBeVisible();
        await expect
          .poll(async () => (await findObject(page, 'Box 1'))?.pose.x, { timeout: withPatience(10_000) })
          .toBeGreaterThan(before.x + 0.05);
        const moved = (await findObject(page, 'Box 1'))?.pose;
        expect([moved?.y, moved?.z]).toEqual([expect.closeTo(before.y), expect.closeTo(before.z)]);
        await page.getByRole('region', { name: 'Object' }).getByRole('button', { name: 'Undo' }).click();
        await expect
          .poll(async () => (await findObject(page, 'Box 1'))?.pose.x, { timeout: withPatience(10_000) })
          .toBeCloseTo(before.x);
      },
      withPatience(180_000),
    );
  });

  describe('The place of a failure', () => {
    it(
      'has a mark on Home, in the picture of the arm, with the number of its step',
      async () => {
        const page = await bench.open('/', { draws3D: true });
        const routineID = await importRoutine(bench, page, 'Full box', fullBox);
        const messages = [
          ['setBrakes', { state: 'disengaged' }],
          ['loadRoutine', { routineID }],
          ['playRoutine', {}],
        ] as const;
        await sendToRobot(page, bench, ...messages);
        const marked = page.getByRole('img', { name: 'Step 1 failed at the marked position' });
        await shown(marked).toBeVisible();
        if (pictures) await page.screenshot({ path: `${pictures}/failure-place.png` });
        await sendToRobot(
          page,
          bench,
          ['setBrakes', { state: 'engaged' }],
          ['recover', {}],
          ['setBrakes', { state: 'disengaged' }],
        );
        await page.getByTestId('recovery-guide').getByRole('button', { name: 'Close' }).tap();
        await shown(marked).toHaveCount(0);
      },
      withPatience(120_000),
    );
  });
});
