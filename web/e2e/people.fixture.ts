import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod';
import { shown } from './shown.fixture.ts';

const api = '/api/v1/cell';
const password = 'correct horse battery';

/** User and the credentials to sign in. */
export interface SeenUser {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly pin: string;
}

export interface Permissions {
  readonly account?: boolean;
  readonly connectToRobot?: boolean;
  readonly author?: boolean;
  readonly controlPanel?: boolean;
}

/** Cell whose administration key is known. */
export interface AdministeredCell {
  readonly url: string;
  /** Bearer token of this machine, with every permission. */
  readonly adminKey: string;
}

/** Opens pages of a cell. */
interface OpenBench {
  readonly url: string;
  open(path: string, options?: { isSignedIn?: boolean }): Promise<Page>;
}

const meSchema = z.object({ subject: z.object({ id: z.string() }) });
const foundSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
const invitedSchema = z.object({ link: z.string() });
const tokenSchema = z.object({ secret: z.string() });

/** Headers that identify the caller: a session of a page, a bearer token, or none. */
type Credentials = Readonly<Record<string, string>>;

/** @throws Error with the response if the cell refuses. */
async function ask(
  url: string,
  credentials: Credentials,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  data?: object,
): Promise<Response> {
  const body = data === undefined ? {} : { body: JSON.stringify(data) };
  const headers = { ...credentials, ...(data && { 'content-type': 'application/json' }) };
  const answer = await fetch(`${url}${api}${path}`, { method, headers, ...body });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}

const asAdmin = (adminKey: string): Credentials => ({ authorization: `Bearer ${adminKey}` });

function sessionOf(url: string, answer: Response): Credentials {
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  return { origin: url, cookie: cookies.join('; ') };
}

/** Redeems a set-up link, and selects millimetres for lengths. */
async function acceptLink(url: string, link: string, { username, name, password }: SeenUser): Promise<void> {
  const data = { token: link.split('#')[1], username, name, password };
  const session = sessionOf(url, await ask(url, { origin: url }, 'POST', '/setup', data));
  const { subject } = meSchema.parse(await (await ask(url, session, 'GET', '/me')).json());
  await ask(url, session, 'PATCH', `/users/${subject.id}`, { distanceUnit: 'millimeter' });
}

/** Creates a developer token that may connect to the robot and author, for programs. */
export async function makeToken({ url, adminKey }: AdministeredCell, name: string): Promise<string> {
  const data = { name, permissions: ['connectToRobot', 'author'] };
  return tokenSchema.parse(await (await ask(url, asAdmin(adminKey), 'POST', '/tokens', data)).json()).secret;
}

/** Creates the first user of a cell, who has every permission. */
export async function makeOwner(url: string, setUpLink: string): Promise<SeenUser> {
  const owner = { name: 'Ada', username: 'ada', password, pin: '493817' };
  await acceptLink(url, setUpLink, owner);
  await setPin(url, owner);
  return owner;
}

/** Invites a user without a PIN, and accepts the invitation. */
export async function inviteUser(
  { url, adminKey }: AdministeredCell,
  user: { readonly username: string; readonly name?: string; readonly permissions: Permissions },
): Promise<SeenUser> {
  const { username, name = username, permissions } = user;
  const answer = await ask(url, asAdmin(adminKey), 'POST', '/users/invite', { username, name, permissions });
  const { link } = invitedSchema.parse(await answer.json());
  const invited = { name, username, password, pin: '271828' };
  await acceptLink(url, link, invited);
  return invited;
}

/** Grants and revokes permissions of a user. */
export async function changePermissions(
  { url, adminKey }: AdministeredCell,
  { username }: Pick<SeenUser, 'username'>,
  permissions: Permissions,
): Promise<void> {
  const found = await ask(url, asAdmin(adminKey), 'GET', `/users?username=${username}`);
  const [user] = foundSchema.parse(await found.json()).items;
  if (!user) throw new Error(`There is no user ${username}`);
  await ask(url, asAdmin(adminKey), 'PATCH', `/users/${user.id}`, { permissions });
}

/** Sets the PIN of a user. */
export async function setPin(url: string, { username, password, pin }: SeenUser): Promise<void> {
  const session = sessionOf(url, await ask(url, { origin: url }, 'POST', '/login', { username, password }));
  await ask(url, session, 'POST', '/me/pin', { password, pin });
}

/** Signs in on the open sign-in page. */
export async function signInOn(page: Page, { username, password }: SeenUser): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(page.getByTestId('connection')).toHaveText('Connected');
}

/** Signs in by the request of the sign-in page: the pages of the context have its session. */
export async function signInByRequest(
  context: BrowserContext,
  url: string,
  { username, password }: SeenUser,
): Promise<void> {
  const answer = await context.request.post(`${url}${api}/login`, {
    headers: { origin: url },
    data: { username, password },
  });
  if (!answer.ok()) throw new Error(`Not signed in: ${answer.status()} ${await answer.text()}`);
}

/** Signs in with a developer token on the open sign-in page. */
export async function signInWithToken(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a token' }).click();
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shown(page.getByTestId('connection')).toHaveText('Connected');
}

/** Opens a page in a separate browser context, signed in with a developer token. */
export async function openWithToken(bench: OpenBench, token: string, path: string): Promise<Page> {
  const page = await bench.open('/login', { isSignedIn: false });
  await signInWithToken(page, token);
  await page.goto(`${bench.url}${path}`);
  return page;
}

/** Enters the PIN in the open form. */
export async function enterPin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}
