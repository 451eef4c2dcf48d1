import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(90_000);
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
      await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', {
        timeout: withPatience(40_000),
      });
      await shown(state).toHaveText('Idle', { timeout: withPatience(40_000) });
      await page.goto(`${bench.url}/runs`);
      await shown(page.getByRole('row', { name: /Completed/ }).first()).toBeVisible();
    },
    testMS,
  );
});
