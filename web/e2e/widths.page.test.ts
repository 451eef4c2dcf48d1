import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { resizeWindow } from './resize-window.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
/** A folder for screenshots; none without. */
const pictures = process.env.WIDTH_PICTURES;

const input = { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } };
const isHigh = { kind: 'conditional', operator: '==', left: input, right: { kind: 'constant', value: 'high' } };
const routine = {
  steps: [
    { id: 'step_if', stepKind: 'If', steps: [{ id: 'step_wait', stepKind: 'Wait' }] },
    { id: 'step_offset', stepKind: 'AddOffset', steps: [] },
  ],
  stepConfigurations: {
    step_if: {
      stepKind: 'If',
      args: {
        condition: { kind: 'conditional', operator: 'AND', left: isHigh, right: { kind: 'Python', source: 'True' } },
      },
    },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 100 } },
    step_offset: { stepKind: 'AddOffset', args: { translationZ: 0.1 } },
  },
};

async function resize(page: Page, width: number, height: number, name: string): Promise<void> {
  await resizeWindow(page, width, height);
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${width}.png` });
}

/** Returns the pixels by which the widest content of an element is cut off. */
const cutOff = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollWidth - element.clientWidth);

inExhaustiveRuns(() => {
  describe('The form of a step', () => {
    it(
      'fits its column on every desk and tablet, with all kinds of expressions',
      async () => {
        const page = await bench.open('/routines');
        const id = await importRoutine(bench, page, 'Wide conditions', routine);
        await page.goto(`${bench.url}/routines/${id}`);
        for (const [width, height] of [
          [1280, 800],
          [1366, 768],
          [1600, 900],
          [1700, 900],
          [1920, 1080],
        ] as const) {
          for (const step of ['If', 'AddOffset']) {
            await page.getByTestId(`step-${step}`).click();
            await shown(page.getByTestId('step-form')).toBeVisible();
            await resize(page, width, height, `form-${step}`);
            const form = page.getByTestId('step-form');
            const column = form.locator('..');
            expect(
              await column.evaluate((element) => element.scrollWidth - element.clientWidth),
              `${step} at ${width}`,
            ).toBeLessThanOrEqual(0);
          }
        }
      },
      withPatience(120_000),
    );
  });
});

describe('The 3D view of the editor on a small tablet', () => {
  it('replaces the form, leaves the tree usable, and restores the form as it was', {
    timeout: withPatience(60_000),
  }, async () => {
    const page = await bench.open('/routines');
    const id = await importRoutine(bench, page, 'Small view', routine);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${bench.url}/routines/${id}`);
    await page.getByTestId('step-Wait').tap();
    const label = page.getByRole('textbox', { name: 'Label' });
    await label.fill('Half typed');
    const toggle = page.getByRole('button', { name: '3D view' });
    await toggle.tap();
    const view = page.getByRole('region', { name: '3D view' });
    await shown(view).toBeVisible();
    await shown(page.getByTestId('step-form')).toBeHidden();
    const [tree, drawn] = await Promise.all([page.getByTestId('step-If').boundingBox(), view.boundingBox()]);
    if (!tree || !drawn) throw new Error('the tree or the view is not in the page');
    expect(tree.width).toBeGreaterThan(250);
    expect(drawn.x).toBeGreaterThanOrEqual(tree.x + tree.width - 1);
    expect(drawn.x + drawn.width).toBeLessThanOrEqual(1024);
    await toggle.tap();
    await shown(view).toBeHidden();
    await shown(label).toHaveValue('Half typed');
  });
});

/** Tablet of 1280×800 at 100, 125, 150 and 200 %. */
const zooms = [
  [1280, 800],
  [1024, 640],
  [853, 533],
  [640, 400],
] as const;

describe('A zoomed tablet', () => {
  it(
    'keeps space for the steps above the run buttons of the editor, and the whole text of each button',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Zoomed', routine);
      await page.goto(`${bench.url}/routines/${id}`);
      const strip = page.getByTestId('run-strip');
      await shown(strip.getByRole('button', { name: 'Pause' })).toBeVisible();
      for (const [width, height] of zooms) {
        await resize(page, width, height, 'editor');
        const box = await strip.boundingBox();
        const bar = await page.getByRole('banner').boundingBox();
        if (!box || !bar) throw new Error('the strip or the status bar is not in the page');
        expect(box.y - (bar.y + bar.height), `at ${width}`).toBeGreaterThanOrEqual(120);
        expect(box.y + box.height, `at ${width}`).toBeLessThanOrEqual(height + 1);
        const cut = await strip
          .locator('button span')
          .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1).length);
        expect(cut, `at ${width}`).toBe(0);
      }
    },
    withPatience(60_000),
  );

  it(
    'keeps space for the picture on the Space screen, and nothing overlaps',
    async () => {
      const page = await bench.open('/scene');
      const picture = page.getByTestId('scene-view');
      await shown(picture).toBeVisible();
      for (const [width, height] of zooms) {
        await resize(page, width, height, 'scene');
        const box = await picture.boundingBox();
        expect(box?.width, `at ${width}`).toBeGreaterThanOrEqual(340);
        expect(box?.height, `at ${width}`).toBeGreaterThanOrEqual(200);
        const list = await page.getByTestId('scene-list').boundingBox();
        const isApart =
          box &&
          list &&
          (list.x + list.width <= box.x + 1 || list.y >= box.y + box.height - 1 || box.y >= list.y + list.height - 1);
        expect(isApart, `at ${width}`).toBe(true);
        expect(await cutOff(page, 'main')).toBeLessThanOrEqual(0);
      }
    },
    withPatience(60_000),
  );
});

describe('Home on a phone', () => {
  it(
    'shows the state in the first screenful, and every segment of the status bar beside STOP whole',
    async () => {
      const page = await bench.open('/');
      const state = page.getByTestId('state-word');
      await shown(state).toBeVisible();
      const bar = page.getByTestId('status-bar');
      for (const [width, height] of [
        [390, 844],
        [360, 740],
      ] as const) {
        await resize(page, width, height, 'home');
        const [box, strip, barBox] = [
          await state.boundingBox(),
          await page.getByTestId('run-strip').boundingBox(),
          await bar.boundingBox(),
        ];
        if (!box || !strip || !barBox) throw new Error('the state, the strip or the bar is not in the page');
        expect(box.y, `at ${width}`).toBeGreaterThanOrEqual(barBox.y + barBox.height);
        expect(box.y + box.height, `at ${width}`).toBeLessThanOrEqual(strip.y);
        const stop = await page.getByTestId('stop').boundingBox();
        const mode = await page.getByTestId('mode').boundingBox();
        expect(mode && stop && mode.x + mode.width <= stop.x, `at ${width}`).toBe(true);
        expect(await cutOff(page, 'main'), `at ${width}`).toBeLessThanOrEqual(0);
      }
    },
    withPatience(60_000),
  );
});

inExhaustiveRuns(() => {
  describe('The tabs of the editor', () => {
    it(
      'stay in one line beside the 3D view, and are free at every zoom',
      async () => {
        const page = await bench.open('/routines');
        const id = await importRoutine(bench, page, 'Tabs', routine);
        await page.goto(`${bench.url}/routines/${id}`);
        const tabs = page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio');
        await page.getByRole('button', { name: '3D view' }).tap();
        await shown(page.getByRole('region', { name: '3D view' })).toBeVisible();
        const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
        expect(tops).toHaveLength(6);
        expect(new Set(tops).size).toBe(1);
        await page.getByRole('button', { name: '3D view' }).tap();
        for (const [width, height] of zooms) {
          await resize(page, width, height, 'tabs');
          for (const tab of await tabs.all()) {
            const isFree = await tab.evaluate((button) => {
              button.scrollIntoView({ block: 'center' });
              const { left, top, width: w, height: h } = button.getBoundingClientRect();
              return button.contains(document.elementFromPoint(left + w / 2, top + h / 2));
            });
            expect(isFree, `${await tab.textContent()} at ${width}`).toBe(true);
          }
        }
      },
      withPatience(90_000),
    );
  });
});

inExhaustiveRuns(() => {
  describe('The tokens of a zoomed tablet', () => {
    it(
      'show every label whole',
      async () => {
        const page = await bench.open('/users');
        const name = `${bench.prefix} line controller`;
        await page.getByRole('radio', { name: 'Developer tokens' }).tap();
        await page.getByRole('button', { name: 'New token' }).tap();
        await page.getByRole('textbox', { name: 'Purpose' }).fill(name);
        await page.getByRole('button', { name: 'Create token' }).tap();
        await page.getByRole('button', { name: 'Done' }).tap();
        const table = page.getByRole('table');
        await shown(table).toContainText(name);
        for (const [width, height] of zooms) {
          await resize(page, width, height, 'tokens');
          const cut = await table
            .locator('th, td, button span')
            .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length);
          expect(cut, `at ${width}`).toBe(0);
          expect(await cutOff(page, 'main'), `at ${width}`).toBeLessThanOrEqual(0);
        }
      },
      withPatience(60_000),
    );
  });
});
