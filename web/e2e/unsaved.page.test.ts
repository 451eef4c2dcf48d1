import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { inviteUser, signInOn } from './people.fixture.ts';
import { importRoutine } from './routine-editing.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();
const testMS = withPatience(120_000);

const routine = {
  steps: [{ id: 'step_first', stepKind: 'Wait' }],
  stepConfigurations: { step_first: { stepKind: 'Wait', args: { milliseconds: 100 } } },
};

const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name of the routine' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });

async function expectStays(page: Page, text: string): Promise<void> {
  await shown(question(page)).toContainText(text);
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await shown(question(page)).toBeHidden();
  await shown(nameOf(page)).toHaveValue(text);
}

/** Saves the routine as another user, then changes it on the page: only its user can resolve the conflict. */
async function makeConflict(page: Page, id: string, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${bench.token}` };
  const theirs = { data: { name: 'Theirs' }, headers };
  expect((await page.request.patch(`${bench.url}/api/v1/cell/routines/${id}`, theirs)).status()).toBe(200);
  await nameOf(page).fill(name);
  await shown(page.getByRole('alert').filter({ hasText: 'changed by someone else' })).toBeVisible();
}

describe('Work that cannot be saved', () => {
  it(
    'asks on a link, Back, sign-out and reload, and stays until the user discards it',
    async () => {
      const page = await bench.open('/');
      const id = await importRoutine(bench, page, 'Contested', routine);
      await page.getByRole('link', { name: 'Routines' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Contested' }).click();
      await shown(page.getByTestId('save-status')).toHaveText('Saved · v1');
      await makeConflict(page, id, 'Mine');

      await page.getByRole('link', { name: 'Move' }).click();
      await expectStays(page, 'Mine');
      await page.goBack();
      await expectStays(page, 'Mine');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expectStays(page, 'Mine');
      const asked = page.waitForEvent('dialog');
      void page.evaluate(() => window.location.reload());
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      await shown(nameOf(page)).toHaveValue('Mine');

      await page.getByRole('link', { name: 'Move' }).click();
      await question(page).getByRole('button', { name: 'Discard and leave' }).click();
      await page.waitForURL('**/move');
      await page.getByRole('link', { name: 'Routines' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Theirs' }).click();
      await shown(nameOf(page)).toHaveValue('Theirs');
    },
    testMS,
  );

  it(
    'asks for the typed name of a version, which is back in its form when the user stays',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Unnamed', routine);
      await page.goto(`${bench.url}/routines/${id}`);
      const openForm = async () => {
        await page.getByRole('radio', { name: 'Versions' }).click();
        return page.getByRole('textbox', { name: 'Note' });
      };
      await openForm();
      await page.getByRole('button', { name: /^v1 / }).click();
      await page.getByRole('button', { name: 'Name version' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Approved on the first shift');
      await page.getByRole('link', { name: 'Move' }).click();
      await shown(question(page)).toContainText('Unnamed, v1');
      await question(page).getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('radio', { name: 'Problems' }).click();
      await shown(await openForm()).toHaveValue('Approved on the first shift');
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('link', { name: 'Move' }).click();
      await page.waitForURL('**/move');
    },
    testMS,
  );

  it(
    'asks for a formula that is not complete, which is back in its step when the user stays',
    async () => {
      const page = await bench.open('/routines');
      const id = await importRoutine(bench, page, 'Half a formula', {
        steps: [{ id: 'step_while', stepKind: 'Loop', steps: [{ id: 'step_pause', stepKind: 'Wait' }] }],
        stepConfigurations: {
          step_while: { stepKind: 'Loop', args: { condition: { kind: 'constant', value: true } } },
          step_pause: { stepKind: 'Wait', args: { milliseconds: 100 } },
        },
      });
      await page.goto(`${bench.url}/routines/${id}`);
      await page.getByTestId('step-Loop').click();
      await page.getByRole('button', { name: 'Edit as formula' }).click();
      const formula = page.getByRole('textbox', { name: 'While: Formula' });
      await formula.fill('1 + 1 <');
      await page.getByTestId('step-Wait').click();
      await page.getByRole('link', { name: 'Move' }).click();
      await shown(question(page)).toContainText('While: Formula');
      await question(page).getByRole('button', { name: 'Stay' }).click();
      await page.getByTestId('step-Loop').click();
      await shown(formula).toHaveValue('1 + 1 <');
      await formula.fill('1 + 1 < 3');
      await page.getByRole('link', { name: 'Move' }).click();
      await page.waitForURL('**/move');
    },
    testMS,
  );

  inExhaustiveRuns(() => {
    it(
      'asks for a replacement that was typed, and no longer once it is applied',
      async () => {
        const page = await bench.open('/routines');
        const old = `${bench.prefix}-flange`;
        const steps = routine.steps.map((step) => ({ ...step, description: `Mount the ${old}` }));
        await importRoutine(bench, page, 'Replaced', { ...routine, steps });
        await page.goto(`${bench.url}/routines`);
        await page.getByRole('button', { name: 'Find and replace' }).click();
        const find = page.getByRole('textbox', { name: 'Find', exact: true });
        await find.fill(old);
        await page.getByRole('textbox', { name: 'Replace with' }).fill('wrist flange');
        await page.getByRole('link', { name: 'Move' }).click();
        await shown(question(page)).toContainText('Find and replace in all routines');
        await question(page).getByRole('button', { name: 'Stay' }).click();
        await shown(find).toHaveValue(old);
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('button', { name: 'Replace in 1 routine' }).click();
        await shown(page.getByText('Text replaced in 1 routine')).toBeVisible();
        await shown(find).toHaveValue('');
        await page.getByRole('link', { name: 'Move' }).click();
        await page.waitForURL('**/move');
      },
      testMS,
    );

    it(
      'returns when the user whose session ended signs in again',
      async () => {
        const username = `${bench.prefix}-again`;
        const user = await inviteUser(bench, { username, permissions: { connectToRobot: true, author: true } });
        const page = await bench.open('/routines', { as: user });
        const id = await importRoutine(bench, page, 'Interrupted', routine);
        await page.goto(`${bench.url}/routines/${id}`);
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v1');
        await makeConflict(page, id, 'Kept over the sign-in');
        const other = await page.context().newPage();
        await other.goto(`${bench.url}/logout`);
        await shown(page.getByText(/Your unsaved changes are kept in this tab: Kept over the sign-in/)).toBeVisible();
        await signInOn(page, user);
        await shown(nameOf(page)).toHaveValue('Kept over the sign-in');
        await shown(page.getByRole('alert').filter({ hasText: 'changed by someone else' })).toBeVisible();
      },
      testMS,
    );

    it(
      'stays in the form of a device while another device is shown, and asks when leaving the screen',
      async () => {
        const page = await bench.open('/box');
        const headers = { authorization: `Bearer ${bench.token}` };
        for (const name of ['Left mill', 'Right mill']) {
          const data = { config: { kind: 'CustomDevice', name }, isEnabled: false };
          expect((await page.request.post(`${bench.url}/api/v1/cell/equipment`, { headers, data })).status()).toBe(200);
        }
        await page.getByRole('button', { name: /Left mill/ }).click();
        const name = page.getByRole('region', { name: 'Configuration' }).getByRole('textbox', { name: 'Name' });
        await name.fill('Renamed mill');
        await page.getByRole('button', { name: /Right mill/ }).click();
        await shown(name).toHaveValue('Right mill');
        await page.getByRole('link', { name: 'Move' }).click();
        await shown(question(page)).toContainText('Left mill');
        await question(page).getByRole('button', { name: 'Stay' }).click();
        await page.getByRole('button', { name: /Left mill/ }).click();
        await shown(name).toHaveValue('Renamed mill');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('link', { name: 'Move' }).click();
        await page.waitForURL('**/move');
      },
      testMS,
    );
  });
});

inExhaustiveRuns(() => {
  describe('Code of a code block', () => {
    it(
      'shows problems while it is typed, before it is saved',
      async () => {
        const page = await bench.open('/routines');
        const headers = { authorization: `Bearer ${bench.token}` };
        const data = { name: `${bench.prefix} count`, source: 'await cell.report("1");' };
        const made = await page.request.post(`${bench.url}/api/v1/cell/code-blocks`, { headers, data });
        const { id: codeBlockId } = await made.json();
        const id = await importRoutine(bench, page, 'Typed code', {
          steps: [{ id: 'step_code', stepKind: 'CodeBlock' }],
          stepConfigurations: { step_code: { stepKind: 'CodeBlock', args: { codeBlockId } } },
        });
        await page.goto(`${bench.url}/routines/${id}`);
        await page.getByTestId('step-CodeBlock').click();
        const problem = page.getByText(/The code of .* cannot be read: Unexpected token/).first();
        const code = page.getByRole('textbox', { name: 'JavaScript' });
        await code.fill('const = 1;');
        await shown(problem).toBeVisible();
        await code.fill('const one = 1;');
        await shown(problem).toBeHidden();
        await page.getByRole('button', { name: 'Discard my changes' }).click();
      },
      testMS,
    );
  });

  describe('An editor that shows an older version', () => {
    it(
      'shows its own version, the version that Play starts, and loads the newest',
      async () => {
        const page = await bench.open('/routines');
        const id = await importRoutine(bench, page, 'Older', routine);
        await page.goto(`${bench.url}/routines/${id}`);
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v1');
        const headers = { authorization: `Bearer ${bench.token}` };
        const saved = await page.request.patch(`${bench.url}/api/v1/cell/routines/${id}`, {
          headers,
          data: { name: 'Newer' },
        });
        expect(saved.status()).toBe(200);
        await shown(page.getByTestId('older-version')).toContainText('You see v1. The newest is v2. Play starts v1.');
        await page.getByRole('button', { name: 'Load v2' }).click();
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v2');
        await shown(nameOf(page)).toHaveValue('Newer');
      },
      testMS,
    );
  });
});
