import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { shareBrowser, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const bench = shareBrowser();

inExhaustiveRuns(() => {
  describe('A gateway that is killed during a run', () => {
    it(
      'ends the connection of the page, not the run: the page is marked stale, and shows the run again afterwards',
      async () => {
        const page = await bench.open('/');
        const state = page.getByTestId('runner-state');
        await shown(state).toHaveText('Idle');
        bench.startEndless('pick-and-place.json');
        await shown(state).toHaveText('Running');
        // Watched from before: the next gateway may be there soon.
        const stale = page.locator('[data-testid="status-bar"][data-stale="true"]');
        const wasStale = stale.filter({ hasText: /Out of date|Connection lost/ }).waitFor();
        bench.kill('gateway');
        await wasStale;
        await shown(page.getByTestId('status-bar')).toHaveAttribute('data-stale', 'false', {
          timeout: withPatience(40_000),
        });
        // A run that had ended with the gateway would not be running now: nothing starts it again.
        await shown(state).toHaveText('Running');
        await page.getByTestId('stop').tap();
        await shown(state).toHaveText('Idle');
        await page.goto(`${bench.url}/runs`);
        await shown(page.getByRole('row', { name: /Stopped/ })).toHaveCount(1);
      },
      testMS,
    );
  });
});
