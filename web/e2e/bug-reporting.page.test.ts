import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { openPanel } from './control-panel.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const bench = sharePage();

inExhaustiveRuns(() => {
  describe('A bug report', () => {
    it(
      'waits in the browser while the cell does not answer, and is then stored with diagnostics',
      async () => {
        const page = await openPanel(bench);
        await page.getByRole('link', { name: /Bug reporting/ }).click();
        const description = `${bench.prefix}: the gripper stayed closed`;
        const send = page.getByRole('button', { name: 'Save report' });
        await shown(send).toBeDisabled();
        await page.getByLabel('What happened?').fill(description);
        await page.getByLabel('Steps to reproduce').fill('Play, then stop');
        await page.getByRole('radio', { name: 'Sometimes' }).click();
        await page.route('**/bug-reports', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }));
        await send.click();
        await shown(page.getByText('The cell does not answer.')).toBeVisible();
        const waiting = page.getByRole('region', { name: 'Waiting in this browser' });
        await shown(waiting.getByText(description)).toBeVisible();
        await shown(page.getByLabel('What happened?')).toHaveValue('');

        await page.unroute('**/bug-reports');
        await page.reload();
        await shown(waiting).toHaveCount(0);
        const stored = page.getByRole('region', { name: 'Saved reports' });
        await shown(stored.getByText(description)).toBeVisible();
        await shown(stored.getByText('Steps to reproduce: Play, then stop')).toBeVisible();
        await shown(stored.getByText('How often does it happen?: Sometimes')).toBeVisible();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          stored.getByRole('button', { name: 'Download archive' }).first().click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.zip$/);
        await stored.getByRole('button', { name: 'Remove' }).first().click();
        await shown(stored.getByText(description)).toHaveCount(0);
      },
      testMS,
    );
  });
});
