import type { Page } from '@playwright/test';
import type { PageOpener } from './page-opener.fixture.ts';
import { shown } from './shown.fixture.ts';

const password = 'correct horse battery';

/** Opens a link in a separate browser context, and sets the password there. */
export async function setUp(
  bench: Pick<PageOpener, 'open'>,
  link: string,
  { name = '', username = '' } = {},
): Promise<Page> {
  const { pathname, hash } = new URL(link);
  const page = await bench.open(pathname + hash, { isSignedIn: false });
  // A link that names its user greets them, and does not ask for the names.
  if (hash.includes('&name=')) await shown(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  if (name !== '') await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  if (username !== '') await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set up and sign in' }).tap();
  await shown(page.getByTestId('connection')).toHaveText('Connected');
  return page;
}

/** Invites a user on the page of a user who may; returns the link. */
export async function inviteOn(page: Page, name: string, username: string, role = 'Operator'): Promise<string> {
  await openPart(page, 'Users');
  await page.getByRole('button', { name: 'Invite a user' }).tap();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('radio', { name: role }).tap();
  await page.getByRole('button', { name: 'Create invitation' }).tap();
  await shown(page.getByRole('heading', { name: `Invitation for ${name}` })).toBeVisible();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Copy' }).tap();
  await shown(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).tap();
  return link;
}

export async function openPart(page: Page, part: 'Users' | 'My profile' | 'Developer tokens'): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).tap();
  await page.getByRole('radio', { name: part }).tap();
}

/** Selects a user in the list of users. */
export async function chooseUser(page: Page, name: RegExp): Promise<void> {
  await openPart(page, 'Users');
  await page.getByRole('button', { name }).tap();
}
