import { expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';

const testMS = 90_000;
const password = 'correct horse battery';

let bench: BrowserBench;
/** The first user, who has every permission. */
let ada: Page;
beforeAll(async () => {
  bench = await startBrowserBench();
  ada = await setUp(bench.setUpLink, { name: 'Ada', username: 'ada' });
}, 180_000);
afterAll(() => bench?.stop());

const shown = expectPage.configure({ timeout: 20_000 });

/** Opens a link in a browser of its own, and chooses the password there. */
async function setUp(link: string, { name = '', username = '' } = {}): Promise<Page> {
  const { pathname, hash } = new URL(link);
  const page = await bench.open(pathname + hash, { isSignedIn: false });
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set up and sign in' }).tap();
  await shown(page.getByTestId('connection')).toHaveText('Connected');
  return page;
}

/** As Ada; answers the link. */
async function invite(name: string, username: string, role = 'Operator or author'): Promise<string> {
  await openPart(ada, 'Users');
  await ada.getByRole('button', { name: 'Invite a user' }).tap();
  await ada.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await ada.getByRole('textbox', { name: 'Username' }).fill(username);
  await ada.getByRole('radio', { name: role }).tap();
  await ada.getByRole('button', { name: 'Make the invitation' }).tap();
  await shown(ada.getByRole('heading', { name: `Invitation for ${name}` })).toBeVisible();
  const link = await ada.getByRole('textbox', { name: 'Link' }).inputValue();
  await ada.getByRole('button', { name: 'Copy' }).tap();
  await shown(ada.getByRole('button', { name: 'Copied' })).toBeVisible();
  await ada.getByRole('button', { name: 'Done' }).tap();
  return link;
}

async function openPart(page: Page, part: 'Users' | 'My profile' | 'Developer tokens'): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).tap();
  await page.getByRole('radio', { name: part }).tap();
}

async function choose(name: RegExp): Promise<void> {
  await openPart(ada, 'Users');
  await ada.getByRole('button', { name }).tap();
}

const isServed = async (token: string): Promise<number> =>
  (await fetch(`${bench.url}/api/v1/cell/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('users', () => {
  it(
    'are invited by a link, see what they may not and who can grant it, and get it while they look',
    async () => {
      const bob = await setUp(await invite('Bob', 'bob', 'Observer'));
      await openPart(bob, 'Users');
      await shown(bob.getByTestId('needs-account')).toContainText("permission 'account'. Ada can grant it.");
      await shown(bob.getByRole('button', { name: 'Invite a user' })).toBeHidden();
      await shown(bob.getByRole('region', { name: 'Permissions' })).toContainText('Granted');
      await shown(bob.getByRole('switch')).toHaveCount(0);
      await openPart(bob, 'My profile');
      await shown(bob.getByRole('region', { name: 'What you may not do' })).toContainText('Connect to the robot');
      await choose(/Bob/);
      await shown(ada.getByTestId('user-state')).toHaveText('Active');
      const account = ada.getByRole('switch', { name: 'Account' });
      await account.press('Space');
      await shown(account).toBeChecked();
      await openPart(bob, 'Users');
      await shown(bob.getByRole('button', { name: 'Invite a user' })).toBeVisible();
      await account.tap();
      await shown(account).not.toBeChecked();
      await shown(bob.getByTestId('needs-account')).toBeVisible();
      await ada.getByRole('switch', { name: 'Connect to the robot' }).tap();
      await shown(ada.getByRole('switch', { name: 'Connect to the robot' })).toBeChecked();
      await bob.goto(`${bench.url}/routines`);
      await shown(bob.getByRole('button', { name: 'New routine' }).first()).toBeEnabled();
      await bob.context().close();
    },
    testMS,
  );

  it(
    'are out at once when disabled, back when that is undone, and gone for good when removed',
    async () => {
      const eve = await setUp(await invite('Eve', 'eve'));
      await choose(/Eve/);
      await ada.getByRole('button', { name: 'Disable' }).tap();
      await shown(ada.getByTestId('user-state')).toHaveText('Disabled');
      await shown(eve.getByText('You were signed out')).toBeVisible();
      await ada.getByRole('button', { name: 'Undo' }).tap();
      await shown(ada.getByTestId('user-state')).toHaveText('Active');
      await ada.getByRole('button', { name: 'Link for a new password' }).tap();
      await shown(ada.getByRole('heading', { name: 'New password for Eve' })).toBeVisible();
      await eve.context().close();
      const back = await setUp(await ada.getByRole('textbox', { name: 'Link' }).inputValue());
      await back.context().close();
      await ada.getByRole('button', { name: 'Remove', exact: true }).tap();
      await shown(ada.getByText('This cannot be undone')).toBeVisible();
      await ada.getByRole('button', { name: 'Keep' }).tap();
      await ada.getByRole('button', { name: 'Remove', exact: true }).tap();
      await ada.getByRole('button', { name: 'Remove for good' }).tap();
      await shown(ada.getByText('Eve was removed')).toBeVisible();
      await shown(ada.getByRole('button', { name: /Eve/ })).toBeHidden();
    },
    testMS,
  );

  it(
    'are told what is wrong: a name that is taken, the last permission account',
    async () => {
      await openPart(ada, 'Users');
      await ada.getByRole('button', { name: 'Invite a user' }).tap();
      await ada.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada again');
      await ada.getByRole('textbox', { name: 'Username' }).fill('no spaces');
      await shown(ada.getByText('A username has 1 to 64 letters')).toBeVisible();
      await ada.getByRole('textbox', { name: 'Username' }).fill('ada');
      await ada.getByRole('button', { name: 'Make the invitation' }).tap();
      await shown(ada.getByRole('alert')).toContainText("The username 'ada' is taken");
      await ada.getByRole('button', { name: 'Cancel' }).tap();
      await choose(/Ada/);
      await shown(ada.getByRole('button', { name: 'Disable' })).toBeHidden();
      await ada.getByRole('switch', { name: 'Account' }).tap();
      await shown(ada.getByText('This is the last enabled user')).toBeVisible();
      await shown(ada.getByRole('switch', { name: 'Account' })).toBeChecked();
    },
    testMS,
  );
});

describe('an invitation', () => {
  it(
    'is the only thing to do while its form is open, and says what the user may',
    async () => {
      await openPart(ada, 'Users');
      const opener = ada.getByRole('button', { name: 'Invite a user' });
      await opener.tap();
      await shown(opener).toBeHidden();
      await ada.getByRole('button', { name: 'Cancel' }).tap();
      await opener.tap();
      const form = ada.getByRole('region', { name: 'Invite a user' });
      for (const [role, help] of [
        ['Observer', 'moves and changes nothing'],
        ['Administrator', 'invites users, grants permissions'],
        ['Operator or author', 'edits and plays routines'],
      ] as const) {
        await form.getByRole('radio', { name: role }).tap();
        await shown(form).toContainText(help);
      }
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga');
      await form.getByRole('textbox', { name: 'Username' }).fill('olga');
      await form.getByRole('button', { name: 'Make the invitation' }).tap();
      await shown(ada.getByTestId('invited-may')).toContainText('Olga has the permissions: Connect to the robot.');
      await ada.getByRole('button', { name: 'Done' }).tap();
      await shown(ada.getByRole('switch', { name: 'Connect to the robot' })).toBeChecked();
      await ada.getByRole('switch', { name: 'Connect to the robot' }).tap();
      await shown(ada.getByText('Olga has no permission and can only look')).toBeVisible();
      await invite('Otto', 'otto', 'Observer');
      await shown(ada.getByText('Otto has no permission and can only look')).toBeVisible();
    },
    testMS,
  );

  it(
    'of an observer leads to screens that say what is missing and who can grant it',
    async () => {
      const rosa = await setUp(await invite('Rosa', 'rosa', 'Observer'));
      for (const place of ['Home', 'Routines', 'Move', 'Space', 'Runs', 'Box']) {
        await rosa.getByRole('link', { name: place, exact: true }).tap();
        const notice = rosa.getByTestId('may-only-look');
        await shown(notice).toContainText('‘Connect to the robot’. Ada can grant it.');
      }
      await rosa.getByRole('link', { name: 'Move', exact: true }).tap();
      await shown(rosa.getByTestId('jog-reason')).toContainText('You need the permission ‘Connect to the robot’');
      await openPart(rosa, 'Users');
      await shown(rosa.getByTestId('needs-account')).toContainText('Ada can grant it.');
      await rosa.getByRole('link', { name: 'Control panel' }).tap();
      await shown(rosa.getByText('permission ‘Control panel’. Ada can grant it.')).toBeVisible();
      await rosa.context().close();
    },
    testMS,
  );
});

describe('a profile', () => {
  it(
    'has a name, a password and a PIN that are changed there',
    async () => {
      await openPart(ada, 'My profile');
      await ada.getByRole('textbox', { name: 'Name' }).fill('Ada L.');
      await ada.getByRole('button', { name: 'Save' }).tap();
      await shown(ada.getByText('Saved')).toBeVisible();
      await shown(ada.getByTestId('pin-state')).toHaveText('No PIN yet');
      const pin = ada.getByRole('region', { name: 'PIN of the control panel' });
      await pin.getByLabel('New PIN').fill('12');
      await shown(pin.getByText('A PIN has 4 to 12 digits')).toBeVisible();
      await pin.getByLabel('New PIN').fill('493817');
      await pin.getByLabel('Password', { exact: true }).fill(password);
      await pin.getByRole('button', { name: 'Set the PIN' }).tap();
      await shown(ada.getByTestId('pin-state')).toContainText('Set on');
      const secret = ada.getByRole('region', { name: 'Password', exact: true });
      await secret.getByLabel('Current password').fill('wrong horse battery');
      await secret.getByLabel('New password').fill('incorrect horse battery');
      await secret.getByRole('button', { name: 'Change the password' }).tap();
      await shown(secret.getByRole('alert')).toBeVisible();
      await secret.getByLabel('Current password').fill(password);
      await secret.getByRole('button', { name: 'Change the password' }).tap();
      await shown(ada.getByText('Your password was changed')).toBeVisible();
    },
    testMS,
  );

  it(
    'has the unit in which lengths are shown in the move screen',
    async () => {
      await readsLengths(ada, 'Inches', /^−?\d+\.\d{3}in$/, ['0.039 in', '0.984 in/s']);
      await readsLengths(ada, 'Millimetres', /^−?\d+\.\dmm$/, ['1 mm', '25 mm/s']);
      await readsLengths(ada, 'Metres', /^−?\d\.\d{4}m$/, ['0.001 m', '0.025 m/s']);
      await ada.getByRole('radio', { name: 'Joint' }).tap();
      await shown(ada.getByTestId('J1-value')).toHaveText(/°$/);
      await ada.getByRole('radio', { name: 'Tool' }).tap();
      await shown(ada.getByTestId('x-value')).toHaveText('0.0000m');
    },
    testMS,
  );
});

/** Chooses a unit, and looks at the jog values in the base, at the steps and speeds, and at the facts of the tool. */
async function readsLengths(page: Page, unit: string, form: RegExp, jogs: readonly string[]): Promise<void> {
  await openPart(page, 'My profile');
  await page.getByRole('radio', { name: unit, exact: true }).tap();
  await shown(page.getByRole('radio', { name: unit, exact: true })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('link', { name: 'Move' }).tap();
  await page.getByRole('radio', { name: 'Base' }).tap();
  for (const axis of ['x', 'y', 'z']) await shown(page.getByTestId(`${axis}-value`)).toHaveText(form);
  await shown(page.getByTestId('rx-value')).toHaveText(/°$/);
  // A step says its angle behind its length.
  const named = (jog: string) => new RegExp(`^${jog.replace('.', '\\.')}(\\s|$)`);
  for (const jog of jogs) await shown(page.getByRole('radio', { name: named(jog) })).toBeVisible();
  const inFacts = new RegExp(form.source.replace('^', '^X'));
  await shown(page.getByTestId('tool-facts').getByText(inFacts)).toBeVisible();
}

describe('developer tokens', () => {
  it(
    'are made and shown once, work, and are revoked',
    async () => {
      await openPart(ada, 'Developer tokens');
      await ada.getByRole('button', { name: 'New token' }).tap();
      await ada.getByRole('textbox', { name: 'What it is for' }).fill('Line control');
      await ada.getByRole('combobox', { name: 'Expires' }).selectOption('30');
      await ada.getByRole('button', { name: 'Make the token' }).tap();
      await shown(ada.getByRole('heading', { name: 'Token Line control' })).toBeVisible();
      const token = await ada.getByRole('textbox', { name: 'Token' }).inputValue();
      await ada.getByRole('button', { name: 'Done' }).tap();
      const line = ada.getByRole('row', { name: /Line control/ });
      await shown(line).toContainText('Connect to the robot');
      await shown(line).toContainText('Not yet');
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
    'neither have a profile nor make others',
    async () => {
      const page = await bench.open('/users');
      await page.getByRole('radio', { name: 'My profile' }).tap();
      await shown(page.getByText('A token has no profile')).toBeVisible();
      await page.getByRole('radio', { name: 'Developer tokens' }).tap();
      await shown(page.getByText('A token cannot make tokens')).toBeVisible();
      await shown(page.getByRole('button', { name: 'New token' })).toBeHidden();
      await page.context().close();
    },
    testMS,
  );
});
