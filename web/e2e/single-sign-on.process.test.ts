import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { startTestProvider, type TestProvider } from '@cellwright/testkit/open-id-provider';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type BrowserBench, startBrowserBench } from './browser.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { shown } from './shown.fixture.ts';
import { openPart } from './users.fixture.ts';

const testMS = withPatience(120_000);
const client = { clientID: 'cell-7', clientSecret: 'a secret that the cell and its provider share' };
const accounts = new Map<string, object>();

let provider: TestProvider;
let bench: BrowserBench;

/** Signs in on the page of the provider. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Plant login' }).tap();
  await page.getByPlaceholder('Enter any login').fill(subject);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).tap();
}

inExhaustiveRuns(() => {
  beforeAll(async () => {
    provider = await startTestProvider({ ...client, accounts });
    bench = await startBrowserBench({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: client.clientID,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_NAME: 'Plant login',
      OIDC_ROLES: '{"engineers":["connectToRobot","author","controlPanel"]}',
    });
    provider.register(`${bench.url}/sign-in/provider`);
  }, withPatience(180_000));
  afterAll(async () => {
    await bench?.stop();
    await provider?.stop();
  });

  describe('A user of the OpenID provider', () => {
    it(
      'returns to the page where it began, without a password in the cell, and sets a PIN',
      async () => {
        accounts.set('ada', { name: 'Ada Lovelace', preferred_username: 'ada', roles: ['engineers'] });
        const page = await bench.open('/users', { isSignedIn: false });
        await signInAtProvider(page, 'ada');
        await shown(page.getByTestId('connection')).toHaveText('Connected');
        await page.waitForURL(`${bench.url}/users`);
        await openPart(page, 'My profile');
        await shown(page.getByText('Set it within ten minutes after signing in.')).toBeVisible();
        await shown(page.getByLabel('Current password')).toHaveCount(0);
        await page.getByLabel('New PIN').fill('271828');
        await page.getByRole('button', { name: 'Set the PIN' }).tap();
        await shown(page.getByText('Your PIN was saved')).toBeVisible();
        await openPart(page, 'Users');
        await page.getByRole('button', { name: /Ada Lovelace/ }).tap();
        await shown(page.getByText('Signs in with Plant login.')).toBeVisible();
        await page.context().close();
      },
      testMS,
    );

    it(
      'sees why it is not signed in: without a role, and after cancelling at the provider',
      async () => {
        accounts.set('gus', { preferred_username: 'gus', roles: ['gardeners'] });
        const page = await bench.open('/', { isSignedIn: false });
        await signInAtProvider(page, 'gus');
        await shown(page.getByRole('alert')).toContainText('Your account at Plant login has no role for this cell.');
        await page.getByRole('button', { name: 'Back to sign-in' }).tap();
        await page.context().clearCookies();
        await page.getByRole('button', { name: 'Sign in with Plant login' }).tap();
        await page.getByRole('link', { name: 'Cancel' }).tap();
        await shown(page.getByRole('alert')).toContainText('Plant login has not confirmed this sign-in. Start again');
        await page.context().close();
      },
      testMS,
    );
  });
});
