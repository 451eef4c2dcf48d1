import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { expectSaved, expectSteps, importRoutine, stepSaying } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
const testMS = withPatience(120_000);

/** Waits of 0.1 s, 0.2 s and 0.3 s, whose ids start with a prefix. */
const waits = (prefix: string) => ({
  steps: [1, 2, 3].map((index) => ({ id: `${prefix}_${index}`, stepKind: 'Wait' })),
  stepConfigurations: Object.fromEntries(
    [1, 2, 3].map((index) => [`${prefix}_${index}`, { stepKind: 'Wait', args: { milliseconds: index * 100 } }]),
  ),
});

async function openRoutine(name: string, prefix: string): Promise<{ page: Page; id: string }> {
  const page = await bench.open('/routines');
  const id = await importRoutine(bench, page, name, waits(prefix));
  await page.getByRole('main').getByRole('link', { name }).tap();
  await expectVersion(page, 1);
  return { page, id };
}

async function expectVersion(page: Page, version: number): Promise<void> {
  await shown(page.getByTestId('save-status')).toHaveText(`Saved · v${version}`);
}

const panel = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const versionRow = (page: Page, version: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^v${version} `) }) });
const openVersion = (page: Page, version: number) =>
  versionRow(page, version)
    .getByRole('button', { name: new RegExp(`^v${version} `) })
    .tap();

describe('A version of a routine', () => {
  it(
    'can be given a name, is listed first, previewed, and compared with the current one side by side',
    async () => {
      const { page } = await openRoutine('Noted versions', 'step_versioned');
      await stepSaying(page, 'Wait 0.1 s').click();
      await page.getByTestId('step-form').getByRole('textbox', { name: 'Time' }).fill('1.5');
      await expectVersion(page, 2);
      await stepSaying(page, 'Wait 0.2 s').click();
      await page.keyboard.press('Delete');
      await expectVersion(page, 3);

      await panel(page, 'Versions').tap();
      await openVersion(page, 1);
      await versionRow(page, 1).getByRole('button', { name: 'Name version' }).tap();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Delivered');
      await page.getByRole('textbox', { name: 'Note' }).fill('Before the faster press');
      await page.getByRole('button', { name: 'Save', exact: true }).tap();
      await shown(page.getByRole('list', { name: 'Named versions' })).toContainText('Delivered');
      await shown(page.getByRole('button', { name: /^v\d / })).toHaveText([/^v1 Delivered/, /^v3/, /^v2/]);
      await shown(versionRow(page, 1)).toContainText('Before the faster press');

      await openVersion(page, 1);
      await versionRow(page, 1).getByRole('button', { name: 'Preview' }).tap();
      await shown(page.getByTestId('preview-bar')).toContainText('Preview of v1 ‘Delivered’');
      await expectSteps(page, ['1 Wait 0.1 s', '2 Wait 0.2 s', '3 Wait 0.3 s']);
      await stepSaying(page, 'Wait 0.1 s').click();
      await shown(page.getByTestId('step-form')).toHaveAttribute('disabled', '');
      // Nothing changes the document that the preview hides.
      await shown(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
      await stepSaying(page, 'Wait 0.1 s').press('Control+z');
      await page.getByRole('button', { name: 'Close preview' }).tap();
      await expectSteps(page, ['1 Wait 1.5 s', '2 Wait 0.3 s']);

      await panel(page, 'Versions').tap();
      await openVersion(page, 1);
      await versionRow(page, 1).getByRole('button', { name: 'Compare' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Compare versions' });
      await shown(dialog.getByTestId('difference-counts')).toHaveText('0 added · 1 removed · 0 moved · 1 changed');
      const steps = dialog.getByRole('table', { name: 'Steps' });
      const changed = steps.getByRole('row', { name: /Wait 0\.1 s → 1\.5 s/ });
      await shown(changed.getByRole('cell').first()).toHaveText('1Wait 0.1 s');
      await shown(changed.getByRole('cell').last()).toContainText('1Wait 1.5 s');
      await shown(changed).toContainText(', v2, ');
      await shown(steps.getByRole('row', { name: /Removed/ })).toContainText('2Wait 0.2 s');
      await expectNoBarriers(page, 'the comparison of versions');
      await dialog.getByRole('combobox', { name: 'Before' }).selectOption('2');
      await shown(dialog.getByTestId('difference-counts')).toHaveText('0 added · 1 removed · 0 moved · 0 changed');
      await page.keyboard.press('Escape');
      await expectVersion(page, 3);
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('Comments on a step', () => {
    it(
      'show in its row, are answered by others, resolved, and return with the step when its removal is undone',
      async () => {
        const { page, id } = await openRoutine('Noted steps', 'step_noted');
        await stepSaying(page, 'Wait 0.2 s').click();
        await page.getByRole('textbox', { name: 'Add comment' }).fill('Long enough for the press?');
        await page.getByRole('button', { name: 'Comment', exact: true }).tap();
        const row = page.getByRole('treeitem').filter({ hasText: /Wait 0\.2 s/ });
        await shown(row.getByTestId('comment-badge')).toHaveText('1');

        // Another author answers meanwhile, and comments on another step.
        const headers = { authorization: `Bearer ${bench.token}` };
        const url = `${bench.url}/api/v1/cell/step-comments`;
        const listed = await (await page.request.get(`${url}?routineID=${id}`, { headers })).json();
        const send = async (stepID: string, text: string, more: object = {}) => {
          const answer = await page.request.post(url, { headers, data: { routineID: id, stepID, text, ...more } });
          expect(answer.status(), await answer.text()).toBeLessThan(300);
        };
        await send('step_noted_2', 'Yes, measured', { threadID: listed.items[0].id });
        await send('step_noted_1', 'Why wait here?');
        const thread = page.getByTestId('comment-thread');
        await shown(thread).toContainText('Yes, measured');
        await expectNoBarriers(page, 'comments on a step');

        await page.keyboard.press('Escape');
        await row.click();
        await page.keyboard.press('Alt+ArrowUp');
        await expectSteps(page, ['1 Wait 0.2 s1', '2 Wait 0.1 s1', '3 Wait 0.3 s']);
        await page.keyboard.press('Delete');
        await panel(page, 'Comments').tap();
        await shown(page.getByRole('button', { name: /^Go to step/ })).toHaveText([/^Go to step 1Why wait here\?/]);
        await page.getByRole('button', { name: 'Undo', exact: true }).first().tap();
        await shown(page.getByRole('button', { name: /^Go to step/ })).toHaveText([
          /^Go to step 1Long enough.*1 reply$/,
          /^Go to step 2Why/,
        ]);
        await expectSaved(page);

        await page.getByRole('button', { name: /^Go to step 1/ }).tap();
        await shown(row).toHaveAttribute('aria-selected', 'true');
        await thread.getByRole('button', { name: 'Resolve' }).tap();
        await shown(row.getByTestId('comment-badge')).toHaveCount(0);
        await page.getByRole('button', { name: 'Show 1 resolved' }).tap();
        await shown(thread).toContainText(/Resolved by/);
        await panel(page, 'Comments').tap();
        await shown(page.getByRole('button', { name: /^Go to step/ })).toHaveCount(1);
      },
      testMS,
    );
  });
});
