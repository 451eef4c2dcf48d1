import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { withPatience } from './patience.fixture.ts';
import { inviteUser, openWithToken } from './people.fixture.ts';
import { sharePage, shareValue, shown } from './shared-browser.fixture.ts';
import { chooseUser, inviteOn, openPart, setUp } from './users.fixture.ts';

const testMS = withPatience(90_000);
const bench = sharePage();

/** User who may change all of their own settings. */
const pia = shareValue(() =>
  inviteUser(bench, { username: `${bench.prefix}-pia`, name: 'Pia', permissions: { connectToRobot: true } }),
);

/** Opens the users screen as the user who manages them. */
const openUsers = () => bench.open('/users', { as: bench.owner });

const isServed = async (token: string): Promise<number> =>
  (await fetch(`${bench.url}/api/v1/cell/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('Users', () => {
  it(
    'lose access immediately when disabled, return when enabled, and are gone for good when removed',
    async () => {
      const ada = await openUsers();
      const eve = await setUp(bench, await inviteOn(ada, 'Eve', 'eve'));
      await chooseUser(ada, /Eve/);
      await ada.getByRole('button', { name: 'Disable' }).tap();
      await shown(ada.getByTestId('user-state')).toHaveText('Disabled');
      await shown(eve.getByText('Your session has ended')).toBeVisible();
      await ada.getByRole('button', { name: 'Enable' }).tap();
      await shown(ada.getByTestId('user-state')).toHaveText('Active');
      await ada.getByRole('button', { name: 'Link for a new password' }).tap();
      await shown(ada.getByRole('heading', { name: 'New password for Eve' })).toBeVisible();
      await eve.context().close();
      const back = await setUp(bench, await ada.getByRole('textbox', { name: 'Link' }).inputValue());
      await back.context().close();
      await ada.getByRole('button', { name: 'Remove', exact: true }).tap();
      await shown(ada.getByText('This cannot be undone')).toBeVisible();
      await ada.getByRole('button', { name: 'Keep' }).tap();
      await ada.getByRole('button', { name: 'Remove', exact: true }).tap();
      await ada.getByRole('button', { name: 'Remove permanently' }).tap();
      await shown(ada.getByText('Eve was removed')).toBeVisible();
      await shown(ada.getByRole('button', { name: /Eve/ })).toBeHidden();
    },
    testMS,
  );
});

inExhaustiveRuns(() => {
  describe('An invitation', () => {
    it(
      'keeps other tasks hidden while its form is shown, and lists the permissions of the user',
      async () => {
        const ada = await openUsers();
        await openPart(ada, 'Users');
        const opener = ada.getByRole('button', { name: 'Invite a user' });
        await opener.tap();
        await shown(opener).toBeHidden();
        await ada.getByRole('button', { name: 'Cancel' }).tap();
        await opener.tap();
        const form = ada.getByRole('region', { name: 'Invite a user' });
        for (const [role, help] of [
          ['Observer', 'Read-only access to all screens'],
          ['Administrator', 'invites users, grants permissions'],
          ['Author', 'edits and plays routines'],
          ['Operator', 'Cannot change stored data'],
        ] as const) {
          await form.getByRole('radio', { name: role }).tap();
          await shown(form).toContainText(help);
        }
        await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga');
        await form.getByRole('textbox', { name: 'Username' }).fill('olga');
        await form.getByRole('button', { name: 'Create invitation' }).tap();
        await shown(ada.getByTestId('invited-may')).toContainText('Olga has the permissions: Connect to the robot.');
        await ada.getByRole('button', { name: 'Done' }).tap();
        await shown(ada.getByRole('switch', { name: 'Connect to the robot' })).toBeChecked();
        await ada.getByRole('switch', { name: 'Connect to the robot' }).tap();
        await shown(ada.getByText('Olga has no permissions: read-only access')).toBeVisible();
        await inviteOn(ada, 'Otto', 'otto', 'Observer');
        await shown(ada.getByText('Otto has no permissions: read-only access')).toBeVisible();
      },
      testMS,
    );
  });

  describe('A profile', () => {
    it(
      'has a name, a password and a PIN that can be changed there',
      async () => {
        const page = await bench.open('/users', { as: pia() });
        await openPart(page, 'My profile');
        await page.getByRole('textbox', { name: 'Name' }).fill('Pia L.');
        await page.getByRole('button', { name: 'Save' }).tap();
        await shown(page.getByText('Saved')).toBeVisible();
        await shown(page.getByTestId('pin-state')).toHaveText('No PIN yet');
        const pin = page.getByRole('region', { name: 'PIN of the control panel' });
        await pin.getByLabel('New PIN').fill('12');
        await shown(pin.getByText('A PIN has 4 to 12 digits')).toBeVisible();
        await pin.getByLabel('New PIN').fill('493817');
        await pin.getByLabel('Password', { exact: true }).fill(pia().password);
        await pin.getByRole('button', { name: 'Set the PIN' }).tap();
        await shown(page.getByTestId('pin-state')).toContainText('Set on');
        const secret = page.getByRole('region', { name: 'Password', exact: true });
        await secret.getByLabel('Current password').fill('wrong horse battery');
        await secret.getByLabel('New password').fill('incorrect horse battery');
        await secret.getByRole('button', { name: 'Change the password' }).tap();
        await shown(secret.getByRole('alert')).toBeVisible();
        await secret.getByLabel('Current password').fill(pia().password);
        await secret.getByRole('button', { name: 'Change the password' }).tap();
        await shown(page.getByText('Your password was changed')).toBeVisible();
      },
      testMS,
    );

    it(
      'has the unit in which lengths are shown on the Move screen',
      async () => {
        const page = await bench.open('/users', { as: pia() });
        await readsLengths(page, 'Inches', /^−?\d+\.\d{3}in$/, ['0.039 in', '0.984 in/s']);
        await readsLengths(page, 'Millimetres', /^−?\d+\.\dmm$/, ['1 mm', '25 mm/s']);
        await readsLengths(page, 'Metres', /^−?\d\.\d{4}m$/, ['0.001 m', '0.025 m/s']);
        await page.getByRole('radio', { name: 'Joint' }).tap();
        await shown(page.getByTestId('J1-value')).toHaveText(/°$/);
        await page.getByRole('radio', { name: 'Tool' }).tap();
        await shown(page.getByTestId('x-value')).toHaveText('0.0000m');
      },
      testMS,
    );
  });
});

/** Selects a unit, and checks the jog values in the base, the steps and speeds, and the facts of the tool. */
async function readsLengths(page: Page, unit: string, form: RegExp, jogs: readonly string[]): Promise<void> {
  await openPart(page, 'My profile');
  await page.getByRole('radio', { name: unit, exact: true }).tap();
  await shown(page.getByRole('radio', { name: unit, exact: true })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('link', { name: 'Move' }).tap();
  await page.getByRole('radio', { name: 'Base' }).tap();
  for (const axis of ['x', 'y', 'z']) await shown(page.getByTestId(`${axis}-value`)).toHaveText(form);
  await shown(page.getByTestId('rx-value')).toHaveText(/°$/);
  // A step has its angle after its length.
  const named = (jog: string) => new RegExp(`^${jog.replace('.', '\\.')}(\\s|$)`);
  for (const jog of jogs) await shown(page.getByRole('radio', { name: named(jog) })).toBeVisible();
  const inFacts = new RegExp(form.source.replace('^', '^X'));
  await shown(page.getByTestId('tool-facts').getByText(inFacts)).toBeVisible();
}

inExhaustiveRuns(() => {
  describe('Developer tokens', () => {
    it(
      'appear once after creation, work, and can be revoked',
      async () => {
        const ada = await openUsers();
        await openPart(ada, 'Developer tokens');
        await ada.getByRole('button', { name: 'New token' }).tap();
        await ada.getByRole('textbox', { name: 'Purpose' }).fill('Line control');
        await ada.getByRole('combobox', { name: 'Expires' }).selectOption('30');
        await ada.getByRole('button', { name: 'Create token' }).tap();
        await shown(ada.getByRole('heading', { name: 'Token Line control' })).toBeVisible();
        const token = await ada.getByRole('textbox', { name: 'Token' }).inputValue();
        await ada.getByRole('button', { name: 'Done' }).tap();
        const line = ada.getByRole('row', { name: /Line control/ });
        await shown(line).toContainText('Connect to the robot');
        await shown(line).toContainText('Never');
        await shown(ada.getByText(token)).toBeHidden();
        expect(await isServed(token)).toBe(200);
        await line.getByRole('button', { name: 'Revoke' }).tap();
        await line.getByRole('button', { name: 'Revoke now' }).tap();
        await shown(ada.getByText('Line control was revoked')).toBeVisible();
        await shown(line).toBeHidden();
        expect(await isServed(token)).toBe(401);
      },
      testMS,
    );

    it(
      'have no profile and cannot create others',
      async () => {
        const page = await openWithToken(bench, bench.token, '/users');
        await page.getByRole('radio', { name: 'My profile' }).tap();
        await shown(page.getByText('A token has no profile')).toBeVisible();
        await page.getByRole('radio', { name: 'Developer tokens' }).tap();
        await shown(page.getByText('A token cannot create tokens')).toBeVisible();
        await shown(page.getByRole('button', { name: 'New token' })).toBeHidden();
      },
      testMS,
    );
  });
});
