import { describe, expect, it } from 'vitest';
import { shareArmPage } from './arm-page.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { holdUntilThere, keyPast, tapMeant } from './pointer.fixture.ts';
import { shown } from './shown.fixture.ts';

const bench = shareArmPage();

describe('Jogging beside the program', () => {
  it(
    'teaches a grid corner by corner, moves the arm to typed numbers, preserves the screen and its undo history, and records a path',
    async () => {
      const page = await bench.open('/routines');
      await page.getByRole('button', { name: 'New routine', exact: true }).tap();
      await page.getByTestId('library-Wait').tap();
      await page.getByRole('radio', { name: 'Data' }).tap();
      await page.getByRole('button', { name: 'Add a space item' }).tap();
      await page.getByRole('button', { name: 'Jog', exact: true }).tap();
      const drawer = page.getByTestId('jog-drawer');
      await tapMeant(drawer.getByRole('button', { name: 'Release brakes' }));
      await shown(page.getByTestId('brakes')).toHaveText('Brakes off');

      await expectNoBarriers(page, 'jogging beside the program');
      const base = drawer.getByTestId('J0-value');
      for (const corner of ['A', 'B', 'D']) {
        await page.getByRole('button', { name: `Teach here: Corner ${corner}` }).tap();
        await shown(page.getByRole('button', { name: `Teach again: Corner ${corner}` })).toBeVisible();
        const before = await base.textContent();
        const axis = drawer.getByTestId(corner === 'A' ? 'J0-plus' : 'J2-plus');
        const value = corner === 'A' ? base : drawer.getByTestId('J2-value');
        const stood = await value.textContent();
        await keyPast(axis, 'Space', async () => (await value.textContent()) !== stood);
        await page.keyboard.up('Space');
        await shown(page.getByTestId('runner-state')).toHaveText('Idle');
        expect(before).toContain('°');
      }
      await shown(page.getByTestId('save-status')).toHaveText(/Saved/);

      await page.getByRole('button', { name: 'Coordinates: Corner A' }).tap();
      const numbers = page.getByTestId('position-numbers');
      const height = numbers.getByRole('textbox', { name: 'z', exact: true });
      await height.fill('250.5');
      await shown(page.getByTestId('teach-row').first()).toContainText('250.5');

      await drawer.getByRole('button', { name: 'Enter a target' }).tap();
      const typed = drawer.getByTestId('position-numbers');
      await typed.getByRole('radio', { name: 'Joints' }).tap();
      await typed.getByRole('textbox', { name: 'J0' }).fill('25');
      await holdUntilThere(page, drawer.getByTestId('go-to-typed'));
      await shown(base).toHaveText('25.00°');

      await drawer.getByRole('button', { name: 'Align', exact: true }).tap();
      const words = drawer.getByTestId('align-words');
      await shown(words).toContainText(/Turns the tool by [1-9][\d.]*° to base axis/);
      await holdUntilThere(page, drawer.getByTestId('align'), drawer.getByText('The tool is aligned', { exact: true }));
      await shown(drawer.getByTestId('align')).toBeDisabled();

      await page.getByRole('radio', { name: 'Step' }).tap();
      await shown(page.getByTestId('step-Wait')).toHaveAttribute('aria-selected', 'true');
      await drawer.getByRole('button', { name: 'Close jogging' }).tap();
      await shown(drawer).toBeHidden();
      await page.keyboard.press('Control+z');
      await page.getByRole('radio', { name: 'Data' }).tap();
      await shown(page.getByTestId('teach-row').first()).not.toContainText('250.5');

      await page.getByRole('link', { name: 'Runs', exact: true }).tap();
      await shown(page.getByRole('heading', { name: 'Runs' })).toBeVisible();
      await page.goBack();
      await page.getByRole('button', { name: 'Redo' }).tap();
      await shown(page.getByTestId('teach-row').first()).toContainText('250.5');

      await page.getByRole('radio', { name: 'Step' }).tap();
      await page.getByRole('button', { name: 'Steps', exact: true }).tap();
      await page.getByTestId('library-MoveArmToV2').tap();
      await page.getByTestId('step-MoveArmToV2').tap();
      await page.getByRole('button', { name: 'Jog', exact: true }).tap();
      await page.getByRole('button', { name: 'Record path' }).tap();
      const stood = await base.textContent();
      await keyPast(drawer.getByTestId('J0-minus'), 'Space', async () => (await base.textContent()) !== stood);
      await page.keyboard.up('Space');
      await page.getByRole('button', { name: 'Finish', exact: true }).tap();
      await shown(page.getByText(/^\d+ waypoints added/)).toBeVisible();
      const waypoints = page.getByTestId('step-Waypoint');
      await shown(waypoints.nth(1)).toContainText('Move to a position (line)');
    },
    withPatience(120_000),
  );
});
