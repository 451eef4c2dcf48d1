import { expect as expectPage, type Page } from '@playwright/test';
import type { BrowserBench } from './browser.fixture.ts';

/** What these need of the bench. */
type OpenBench = Pick<BrowserBench, 'url' | 'setUpLink' | 'open'>;

const people = '/api/v1/cell';
const password = 'correct horse battery';

/** A user of the cell, as a browser is let in. */
export interface SeenUser {
  readonly username: string;
  readonly password: string;
  readonly pin: string;
}

/** Makes the first user, who may open the control panel, and gives it a PIN. */
export async function makeUserWithPin(bench: OpenBench): Promise<SeenUser> {
  const user = { username: 'ada', password, pin: '493817' };
  const page = await bench.open('/login', { isSignedIn: false });
  const { request } = page.context();
  const token = new URL(bench.setUpLink).hash.slice(1);
  const { username } = user;
  const made = await request.post(`${bench.url}${people}/setup`, { data: { token, username, name: 'Ada', password } });
  expectPage(made.status(), await made.text()).toBe(200);
  const headers = { origin: bench.url };
  const set = await request.post(`${bench.url}${people}/me/pin`, { headers, data: { password, pin: user.pin } });
  expectPage(set.status(), await set.text()).toBe(200);
  await page.context().close();
  return user;
}

/** A page of a browser of its own in which the user is signed in. */
export async function openAs(bench: OpenBench, { username, password }: SeenUser, path: string): Promise<Page> {
  const page = await bench.open('/login', { isSignedIn: false });
  const data = { username, password };
  const entered = await page.context().request.post(`${bench.url}${people}/login`, { data });
  expectPage(entered.status(), await entered.text()).toBe(200);
  await page.goto(`${bench.url}${path}`);
  return page;
}

/** Enters the PIN where it is asked for. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Another user, with the permission for the control panel or without, and without a PIN. */
export async function inviteUser(
  bench: OpenBench,
  host: SeenUser,
  { username, controlPanel }: { readonly username: string; readonly controlPanel: boolean },
): Promise<SeenUser> {
  const page = await openAs(bench, host, '/');
  const { request } = page.context();
  const headers = { origin: bench.url };
  const data = { username, name: username, permissions: { connectToRobot: true, controlPanel } };
  const invited = await request.post(`${bench.url}${people}/users/invite`, { headers, data });
  expectPage(invited.status(), await invited.text()).toBe(200);
  const { link } = await invited.json();
  const token = String(link).split('#')[1];
  const entered = await request.post(`${bench.url}${people}/setup`, { headers, data: { token, password } });
  expectPage(entered.status(), await entered.text()).toBe(200);
  await page.context().close();
  return { username, password, pin: '271828' };
}
