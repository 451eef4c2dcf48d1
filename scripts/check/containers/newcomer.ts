// First steps of a new user with the stack: the page, the first user by the link, signing in, and a token for programs.
import * as z from 'zod';
import type { Stack } from './stack.ts';

export interface Newcomer {
  /** A token for programs, created by the command line. */
  readonly token: string;
  readonly permissions: readonly string[];
}

const person = { username: 'ada', name: 'Ada', password: 'a long pass phrase 4711' };

/**
 * Does the first steps.
 * @throws Error naming the step that failed.
 */
export async function beNewcomer(stack: Pick<Stack, 'url' | 'cli'>): Promise<Newcomer> {
  await openPage(stack.url);
  const [, link = ''] = /(\/setup#\S+)/.exec(await stack.cli(['dist/setup.js'])) ?? [];
  const [, secret] = link.split('#');
  if (!secret) throw new Error('the command line printed no link that makes the first user');
  const cookie = await send(stack.url, '/setup', { token: secret, ...person });
  const { username, password } = person;
  await send(stack.url, '/login', { username, password });
  const me = await fetch(`${stack.url}/api/v1/cell/me`, { headers: { cookie } });
  const { subject } = z.object({ subject: z.object({ permissions: z.array(z.string()) }) }).parse(await me.json());
  if (!subject.permissions.includes('account')) throw new Error('the first user may not administer the cell');
  const token = (await stack.cli(['dist/token.js', '--name', 'check'])).trim().split('\n').at(-1) ?? '';
  const answer = await fetch(`${stack.url}/api/v1/cell/equipment`, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok || !text.includes('2FG7'))
    throw new Error(`a new token lists the equipment with ${answer.status}: ${text}`);
  return { token, permissions: subject.permissions };
}

/** Opens the web app: its page, and the first script that the page loads. */
async function openPage(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  if (!script) throw new Error(`the page at the door loads no script: ${page.slice(0, 200)}`);
  const answer = await fetch(new URL(script, url));
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || !type.includes('javascript')) throw new Error(`${script} answers ${answer.status} as ${type}`);
}

/** Sends a request; returns the cookie of the session. */
async function send(url: string, path: string, body: object): Promise<string> {
  const answer = await fetch(`${url}/api/v1/cell${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', origin: url },
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (!cookie) throw new Error(`${path} gives no session`);
  return cookie;
}
