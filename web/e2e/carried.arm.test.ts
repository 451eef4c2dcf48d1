import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';

const testMS = withPatience(90_000);
const bench = shareArmPage();

inExhaustiveRuns(() => {
  describe('The load of the flange', () => {
    it(
      'consists of tool, payload and their sum, and follows the payload that a program sets',
      async () => {
        const page = await bench.open('/move');
        await shown(page.getByTestId('carried-sum')).toContainText('tool 1.10 + payload 0.00 = 1.10 kg');
        const headers = { authorization: `Bearer ${bench.token}`, 'robot-kind': 'simulated' };
        const answer = await page.request.post(`${bench.url}/api/v1/payload`, { headers, data: { mass: 1.5 } });
        expect(answer.status()).toBe(200);
        await shown(page.getByTestId('carried-sum')).toContainText('tool 1.10 + payload 1.50 = 2.60 kg');
        const read = await page.request.get(`${bench.url}/api/v1/payload`, { headers });
        expect(await read.json()).toEqual({ mass: 1.5 });
      },
      testMS,
    );
  });
});
