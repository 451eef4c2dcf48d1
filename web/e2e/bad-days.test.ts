import { describe, expect, it } from 'vitest';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = 90_000;

const bench = shareBrowser();

describe('a door that is killed during a run', () => {
  it(
    'takes the run from the page, not from the arm: it is shown as out of date, and as it is when the door is back',
    async () => {
      const page = await bench.open('/');
      bench.startRoutine('signal-tower.json');
      const state = page.getByTestId('runner-state');
      await shown(state).toHaveText('Running');
      bench.kill('gateway');
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'true');
      await shown(page.getByTestId('connection')).toHaveText(/Out of date|Connection lost/);
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', { timeout: 40_000 });
      await shown(state).toHaveText('Idle', { timeout: 40_000 });
      await page.goto(`${bench.url}/runs`);
      await shown(page.getByRole('row', { name: /Completed/ }).first()).toBeVisible();
    },
    testMS,
  );
});

describe('two authors of one routine', () => {
  it(
    'lose nothing: the one that saves later chooses between both, and everybody has what was chosen',
    async () => {
      const first = await bench.open('/routines');
      await first.getByRole('button', { name: 'New routine', exact: true }).click();
      const nameIn = (page: typeof first) => page.getByRole('textbox', { name: 'Name of the routine' });
      await nameIn(first).fill('Feeding');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      const second = await bench.open(new URL(first.url()).pathname);
      await shown(nameIn(second)).toHaveValue('Feeding');

      // Both type before either has heard of the other.
      await second.context().setOffline(true);
      await nameIn(second).fill('Feeding by Bob');
      await nameIn(first).fill('Feeding by Ann');
      await shown(first.getByTestId('save-status')).toHaveText(/Saved/);
      await second.context().setOffline(false);
      await shown(second.getByText('Somebody else saved this routine meanwhile.')).toBeVisible();
      expect(await nameIn(second).inputValue()).toBe('Feeding by Bob');
      await second.getByRole('button', { name: 'Keep mine as the new version' }).click();
      await shown(second.getByTestId('save-status')).toHaveText(/Saved/);

      await first.reload();
      await shown(nameIn(first)).toHaveValue('Feeding by Bob');
      // Nothing is lost: hers is the version before.
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
