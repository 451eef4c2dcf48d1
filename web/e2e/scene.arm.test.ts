import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { holdUntilThere, keyPast, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const bench = shareArmPage();

describe('A taught position', () => {
  it(
    'attracts the arm while "Move here" is held, or shows why it is out of reach',
    async () => {
      const page = await bench.open('/scene');
      const headers = { authorization: `Bearer ${bench.token}` };
      const items = `${bench.url}/api/v1/cell/space-items`;
      const dock = { kind: 'singlePosition', name: 'Dock' };
      const made: { id: string } = await (await page.request.post(items, { headers, data: dock })).json();
      const teach = `${items}/${made.id}/teach?robotKind=simulated`;
      expect((await page.request.post(teach, { headers, data: { part: 'position' } })).status()).toBe(200);
      await page.getByRole('button', { name: /Dock/ }).tap();
      const moveHere = page.getByTestId('move-here');
      await shown(moveHere).toHaveAttribute('aria-disabled', 'true');
      await shown(page.getByText('The brakes are on. Release them to move the arm.')).toBeVisible();

      await page.getByRole('link', { name: 'Move', exact: true }).tap();
      await tapMeant(page.getByRole('button', { name: 'Release brakes' }));
      const base = page.getByTestId('J0-value');
      await shown(base).toContainText('°');
      const taughtAt = (await base.textContent()) ?? '';
      await shown(page.getByTestId('brakes')).toHaveText('Brakes off');
      await keyPast(page.getByTestId('J0-plus'), 'Space', async () => (await base.textContent()) !== taughtAt);
      await page.keyboard.up('Space');
      await shown(page.getByTestId('runner-state')).toHaveText('Idle');

      await page.getByRole('link', { name: 'Scene', exact: true }).tap();
      await page.getByRole('button', { name: /Dock/ }).tap();
      await holdUntilThere(page, moveHere);
      await page.getByRole('link', { name: 'Move', exact: true }).tap();
      await shown(base).toHaveText(taughtAt);
    },
    withPatience(120_000),
  );
});
