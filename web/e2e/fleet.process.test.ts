import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort, makeDataPath, startCell, type TestCell } from '../../services/cell/e2e/harness.ts';
import { hubContract } from '../../services/cell/e2e/hub.contract.ts';
import { launchBrowser } from './chromium.fixture.ts';
import { expectNoBarriers } from './operable.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import { makeOwner } from './people.fixture.ts';
import { shown } from './shared-browser.fixture.ts';

const testMS = withPatience(120_000);
const data = makeDataPath();
let env: Record<string, string>;
let hub: TestCell;
let browser: Browser;
let page: Page;

async function startHub(): Promise<void> {
  hub = await startCell('hub', data.path, env);
}

beforeAll(async () => {
  env = { FLEET_NATS_PORT: String(await findFreePort()), PORT: String(await findFreePort()) };
  await startHub();
  const link = /\/setup#\S+/.exec(hub.output())?.[0] ?? '';
  const owner = await makeOwner(hub.url, link);
  browser = await launchBrowser('flat');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true, locale: 'en-US' });
  page = await context.newPage();
  await page.goto(hub.url);
  await page.getByRole('textbox', { name: 'Username' }).fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
}, testMS);
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  data.remove();
}, 60_000);

describe('The page of a hub', () => {
  it(
    'enrols a box by touch, and shows its code once',
    async () => {
      await shown(page.getByText('Enrol a box to see its state')).toBeVisible();
      await shown(page.getByTestId('stop')).toBeHidden();
      await page.getByRole('button', { name: 'Enrol box' }).tap();
      await page.getByLabel('Serial number').fill('box-8');
      await page.getByLabel('Name', { exact: true }).fill('Mill');
      await page.getByRole('button', { name: 'Create code' }).tap();
      await shown(page.getByLabel('One-time code')).toHaveValue(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
      await page.getByRole('button', { name: 'Done' }).tap();
      await shown(page.getByRole('row', { name: /Mill/ })).toContainText('Awaiting set-up');
      await shown(page.getByLabel('One-time code')).toHaveCount(0);
      await expectNoBarriers(page, 'fleet');
    },
    testMS,
  );

  it(
    'keeps the tags of a box, finds it by them, and revokes it',
    async () => {
      await page.getByRole('button', { name: 'Mill' }).tap();
      await page.getByLabel('Tags, separated by commas').fill('berlin, weld');
      await page.getByRole('button', { name: 'Save' }).tap();
      await shown(page.getByRole('row', { name: /berlin · weld/ })).toBeVisible();
      await page.getByRole('searchbox').fill('munich');
      await shown(page.getByText('No matching boxes')).toBeVisible();
      await page.getByRole('searchbox').fill('weld');
      await page.getByRole('button', { name: 'Revoke' }).tap();
      await shown(page.getByText('The box is disconnected now, and needs a new code to return.')).toBeVisible();
      await page.getByRole('button', { name: 'Revoke' }).tap();
      await shown(page.getByRole('row', { name: /Mill/ })).toContainText('Revoked');
    },
    testMS,
  );

  it(
    'says why no box can be updated',
    async () => {
      await page.getByRole('button', { name: 'Update boxes' }).tap();
      await page.getByLabel('Build to install').fill('2.0.0');
      await shown(page.getByLabel('Watch after install, minutes')).toHaveValue('30');
      await page.getByLabel('Max. failures per hour').fill('5');
      await page.getByRole('button', { name: 'Start update' }).tap();
      await shown(page.getByText('No box has joined the fleet')).toBeVisible();
      expect(await page.getByRole('article').count()).toBe(0);
    },
    testMS,
  );
});

hubContract({ hub: () => hub, startAgain: startHub });
