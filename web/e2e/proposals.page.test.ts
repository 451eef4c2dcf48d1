import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withPatience } from './patience.fixture.ts';
import { sharePage, shown } from './shared-browser.fixture.ts';

const bench = sharePage();

const id = 'routine_proposed_pause';
const fileWith = (milliseconds: number) => ({
  format: 'cellwright.routine',
  formatVersion: 1,
  routine: {
    ...{ id, name: 'Pause to improve', steps: [{ id: 'step_proposed_wait', stepKind: 'Wait' }] },
    stepConfigurations: { step_proposed_wait: { stepKind: 'Wait', args: { milliseconds } } },
  },
});
const storedSchema = z.object({ version: z.number(), updatedByName: z.string(), stepConfigurations: z.unknown() });

/** Proposes a version like an assistant. */
async function propose(document: object): Promise<void> {
  const args = { routineID: id, baseVersion: 1, note: 'The part cools down sooner', document };
  const params = { name: 'proposeRoutineVersion', arguments: args };
  const answer = await fetch(`${bench.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  expect(text).not.toContain('"isError":true');
}

inExhaustiveRuns(() => {
  describe('A proposal of an assistant', () => {
    it(
      'shows its difference and dry run to a user, who accepts it as the next version',
      async () => {
        const headers = { authorization: `Bearer ${bench.token}` };
        const page = await bench.open('/routines');
        const data = fileWith(1500);
        const imported = await page.request.post(`${bench.url}/api/v1/cell/routines/import`, { headers, data });
        expect(imported.status()).toBe(200);
        await propose(fileWith(500));

        const row = page.getByRole('listitem').filter({ hasText: 'Pause to improve' });
        const badge = row.getByRole('link', { name: '1 proposal' });
        expect((await badge.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await badge.tap();
        const review = page.getByTestId('proposal-review');
        await shown(review).toContainText('The part cools down sooner');
        await shown(review.getByRole('region', { name: 'Changes' })).toContainText('Wait 1.5 s → 0.5 s');
        await shown(review.getByTestId('proof-status')).toHaveText('Dry run completed', {
          timeout: withPatience(60_000),
        });
        await shown(review.getByTestId('proof-totals')).toContainText(/0\.5\d s/);

        await shown(review.getByRole('button', { name: 'Reject' })).toBeDisabled();
        const accept = review.getByRole('button', { name: 'Accept' });
        expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await accept.tap();
        await shown(review).toContainText(/Accepted by .* as v2/);
        const answer = await page.request.get(`${bench.url}/api/v1/cell/routines/${id}`, { headers });
        expect(storedSchema.parse(await answer.json())).toMatchObject({
          version: 2,
          stepConfigurations: { step_proposed_wait: { args: { milliseconds: 500 } } },
        });

        await review.getByRole('link', { name: 'Open routine' }).tap();
        await shown(page.getByTestId('save-status')).toHaveText('Saved · v2');
        await page.getByRole('radio', { name: 'Versions' }).tap();
        await page.getByRole('button', { name: /^v2 .*Current/ }).tap();
        await shown(page.getByText(/^Proposed by .*, accepted by .*: The part cools down sooner$/)).toBeVisible();
      },
      withPatience(120_000),
    );
  });
});
