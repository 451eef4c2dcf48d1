import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';
import { chooseUser, inviteOn, openPart, setUp } from './users.fixture.ts';

const testMS = withPatience(90_000);

let bench: BrowserBench;
/** First user, the only one who manages others. */
let ada: Page;
inExhaustiveRuns(() => {
  beforeAll(async () => {
    bench = await startBrowserBench();
    ada = await setUp(bench, bench.setUpLink, { name: 'Ada', username: 'ada' });
  }, withPatience(180_000));
  afterAll(() => bench?.stop());

  describe('Users', () => {
    it(
      'join by a link, see which permissions they lack and who can grant them, and get one while they watch',
      async () => {
        const bob = await setUp(bench, await inviteOn(ada, 'Bob', 'bob', 'Observer'));
        await openPart(bob, 'Users');
        await shown(bob.getByTestId('needs-account')).toContainText(
          'permission ‘Account’. A user with the permission ‘Account’ can grant it.',
        );
        await shown(bob.getByRole('button', { name: 'Invite a user' })).toBeHidden();
        await shown(bob.getByRole('region', { name: 'Permissions' })).toContainText('Not granted');
        await bob.getByRole('button', { name: 'Ada' }).tap();
        await shown(bob.getByRole('region', { name: 'Ada' })).toContainText('Other details are visible to users with');
        await shown(bob.getByRole('region', { name: 'Permissions' })).toHaveCount(0);
        await shown(bob.getByRole('switch')).toHaveCount(0);
        await openPart(bob, 'My profile');
        await shown(bob.getByRole('region', { name: 'Missing permissions' })).toContainText('Connect to the robot');
        await chooseUser(ada, /Bob/);
        await shown(ada.getByTestId('user-state')).toHaveText('Active');
        const account = ada.getByRole('switch', { name: 'Account' });
        await account.press('Space');
        await shown(account).toBeChecked();
        await openPart(bob, 'Users');
        await shown(bob.getByRole('button', { name: 'Invite a user' })).toBeVisible();
        await account.tap();
        await shown(account).not.toBeChecked();
        await shown(bob.getByTestId('needs-account')).toBeVisible();
        for (const name of ['Connect to the robot', 'Author']) {
          await ada.getByRole('switch', { name }).tap();
          await shown(ada.getByRole('switch', { name })).toBeChecked();
        }
        await bob.goto(`${bench.url}/routines`);
        await shown(bob.getByRole('button', { name: 'New routine' }).first()).toBeEnabled();
        await bob.context().close();
      },
      testMS,
    );

    it(
      'see an error for a name that is taken, and for removing the last permission account',
      async () => {
        await openPart(ada, 'Users');
        await ada.getByRole('button', { name: 'Invite a user' }).tap();
        await ada.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada again');
        await ada.getByRole('textbox', { name: 'Username' }).fill('no spaces');
        await shown(ada.getByText('A username has 1 to 64 letters')).toBeVisible();
        await ada.getByRole('textbox', { name: 'Username' }).fill('ada');
        await ada.getByRole('button', { name: 'Create invitation' }).tap();
        await shown(ada.getByRole('alert')).toContainText("The username 'ada' is taken");
        await ada.getByRole('button', { name: 'Cancel' }).tap();
        await chooseUser(ada, /Ada/);
        await shown(ada.getByRole('button', { name: 'Disable' })).toBeHidden();
        await ada.getByRole('switch', { name: 'Account' }).tap();
        await shown(ada.getByText('This is the last enabled user')).toBeVisible();
        await shown(ada.getByRole('switch', { name: 'Account' })).toBeChecked();
      },
      testMS,
    );
  });

  describe('An invitation', () => {
    it(
      'leads an observer to screens that show which permission is missing and who can grant it',
      async () => {
        const rosa = await setUp(bench, await inviteOn(ada, 'Rosa', 'rosa', 'Observer'));
        for (const place of ['Home', 'Routines', 'Move', 'Scene', 'Runs', 'Devices']) {
          await rosa.getByRole('link', { name: place, exact: true }).tap();
          const notice = rosa.getByTestId('may-only-look');
          await shown(notice).toContainText(
            '‘Connect to the robot’, changes ‘Author’. A user with the permission ‘Account’ can grant it.',
          );
        }
        await rosa.getByRole('link', { name: 'Move', exact: true }).tap();
        await shown(rosa.getByTestId('jog-reason')).toContainText('You need the permission ‘Connect to the robot’');
        await openPart(rosa, 'Users');
        await shown(rosa.getByTestId('needs-account')).toContainText(
          'A user with the permission ‘Account’ can grant it.',
        );
        await rosa.getByRole('link', { name: 'Control panel' }).tap();
        await shown(
          rosa.getByText('permission ‘Control panel’. A user with the permission ‘Account’ can grant it.'),
        ).toBeVisible();
        await rosa.context().close();
      },
      testMS,
    );
  });
});
