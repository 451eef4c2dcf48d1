import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

describe('Two authors of one routine', () => {
  it(
    'lose nothing: the one who saves later chooses, and both get the chosen version',
    async () => {
      const first = await bench.open('/routines');
      await first.getByRole('button', { name: 'New routine', exact: true }).click();
      const nameIn = (page: typeof first) => page.getByRole('textbox', { name: 'Name of the routine' });
      await nameIn(first).fill('Feeding');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      const second = await bench.open(new URL(first.url()).pathname);
      await shown(nameIn(second)).toHaveValue('Feeding');

      // Both type before either has received the other's change.
      await second.context().setOffline(true);
      await nameIn(second).fill('Feeding by Bob');
      await nameIn(first).fill('Feeding by Ann');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      await second.context().setOffline(false);
      await shown(second.getByText('This routine was changed by someone else.')).toBeVisible();
      expect(await nameIn(second).inputValue()).toBe('Feeding by Bob');
      await second.getByRole('button', { name: 'Save mine as a new version' }).click();
      await shown(second.getByTestId('save-status')).toHaveText(/Saved/);

      await first.reload();
      await shown(nameIn(first)).toHaveValue('Feeding by Bob');
      // Nothing is lost: her changes are the previous version.
      const id = new URL(first.url()).pathname.split('/').at(-1);
      const headers = { authorization: `Bearer ${bench.token}` };
      const changes = await first.request.get(`${bench.url}/api/v1/cell/routines/${id}/changes`, { headers });
      expect(await changes.json()).toMatchObject({ changes: [{ text: "Renamed to 'Feeding by Bob'" }] });
      const { from }: { from: number } = await changes.json();
      const former = await first.request.get(`${bench.url}/api/v1/cell/routines/${id}?version=${from}`, { headers });
      expect(await former.json()).toMatchObject({ name: 'Feeding by Ann' });
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('Toasts whose styled version cannot be loaded', () => {
    const toasts = /\/Toasts-.*\.js/;

    /** Deletes a routine from the list, which shows a message with an undo. */
    async function deleteRoutine(page: Page, name: string): Promise<void> {
      const headers = { authorization: `Bearer ${bench.token}` };
      const wait = { id: 'step_wait', stepKind: 'Wait', isDisabled: false };
      const stepConfigurations = { [wait.id]: { stepKind: 'Wait', args: {} } };
      const data = { name, steps: [wait], stepConfigurations };
      const made = await page.request.post(`${bench.url}/api/v1/cell/routines`, { headers, data });
      expect(made.status(), await made.text()).toBe(200);
      await page.getByRole('button', { name: `More for ${name}` }).tap();
      await page.getByRole('menuitem', { name: 'Delete' }).tap();
    }

    it(
      'load on a retry, and appear as usual',
      async () => {
        const page = await bench.open('/nowhere');
        let failures = 1;
        await page.route(toasts, (route) => (failures-- > 0 ? route.abort() : route.continue()));
        await page.goto(`${bench.url}/routines`);
        await deleteRoutine(page, 'Asked again');
        await shown(page.locator('[data-sonner-toast]', { hasText: 'Asked again' })).toBeVisible();
        expect(failures).toBeLessThan(0);
      },
      testMS,
    );

    it(
      'appear plainly when loading fails: the screen stays, no message is lost, and undo works',
      async () => {
        const page = await bench.open('/nowhere');
        const broken: Error[] = [];
        page.on('pageerror', (error) => broken.push(error));
        await page.route(toasts, (route) => route.abort());
        await page.goto(`${bench.url}/routines`);
        await deleteRoutine(page, 'Shown plainly');
        const message = page.getByRole('region', { name: 'Messages' });
        await shown(message).toContainText('Shown plainly');
        await shown(page.getByRole('link', { name: /Shown plainly/ })).toHaveCount(0);
        await message.getByRole('button', { name: 'Undo' }).tap();
        await shown(page.getByRole('link', { name: /Shown plainly/ })).toBeVisible();
        await shown(message.getByText('Shown plainly')).toHaveCount(0);
        expect(broken).toEqual([]);
      },
      testMS,
    );
  });
});
