import type { TestProvider } from '@cellwright/testkit/open-id-provider';
import * as z from 'zod';
import type { TestCell } from '../harness.ts';
import { ask } from './ask.fixture.ts';

/** Callers of requests. `stranger` has an unknown token. */
export const callers = ['admin', 'session', 'token', 'watcher', 'nobody', 'stranger'] as const;
export type Caller = (typeof callers)[number];

type Headers = Readonly<Record<string, string>>;

/** A user of a cell with its session. */
export interface Person {
  readonly id: string;
  readonly username: string;
  headers: Headers;
  isOut: boolean;
  /** Set while it signs in again: all waiting requests share it. */
  entering?: Promise<void> | undefined;
}

export interface People {
  /** Returns the headers of a caller; `session` is the user's own, who signs in again when its session has ended. */
  headersOf(caller: Caller, person: Person): Promise<Headers>;
  /** Creates a separate user: changes to its session affect no other. */
  newPerson(username: string): Promise<Person>;
  /** Returns the secret of a link that creates a user. */
  invite(username: string): Promise<{ id: string; secret: string }>;
  /** Returns answers of the OpenID provider, each of which signs in once; none without a provider. */
  answersOfProvider(count: number): Promise<readonly { attempt: string; query: string }[]>;
}

/** True if a listed document is a user of running requests: requests by id do not use it. */
export function isAtWork(listed: Readonly<Record<string, unknown>>): boolean {
  return typeof listed.username === 'string' && listed.username.startsWith(workers);
}

/** Prefix of the usernames of running requests. */
export const workers = 'person';
export const password = 'correct horse battery';
const pin = '493817';
const permissions = { account: true, connectToRobot: true, author: true, controlPanel: true };
const renamed = { name: 'Grace', position: 'Setter', invitedBy: 'admin' };
const secretOf = (link: string) => link.split('#')[1] ?? '';
const linkSchema = z.object({ link: z.string() });

/** Origin that the OpenID provider knows. */
export const providerOrigin = 'https://cell-7.example';
const beginSchema = z.object({ url: z.string(), attempt: z.string() });

export async function openPeople(
  cell: Pick<TestCell, 'url' | 'client'>,
  provider: TestProvider | undefined,
): Promise<People> {
  const admin = { authorization: `Bearer ${cell.client.adminKey}` };
  const post = async (path: string, body: unknown, headers: Headers = {}) => {
    const response = await ask(`${cell.url}/api/v1/cell${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path} was answered ${response.status} ${text}`);
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { body: JSON.parse(text), session: { cookie, origin: cell.url } };
  };
  const tokenOf = async (wanted: readonly string[]) => {
    const { body } = await post('/tokens', { name: `kept ${wanted.join()}`, permissions: wanted }, admin);
    return { authorization: `Bearer ${z.object({ secret: z.string() }).parse(body).secret}` };
  };
  const invite: People['invite'] = async (username) => {
    const { body } = await post('/users/invite', { name: username, username, permissions }, admin);
    const { link, user } = linkSchema.extend({ user: z.object({ id: z.string() }) }).parse(body);
    return { id: user.id, secret: secretOf(link) };
  };
  /** By a link, which also works after a password change or too many guesses. */
  const enter = async (person: Person) => {
    const { body } = await post(`/users/${person.id}/reset-link`, {}, admin);
    const { session } = await post('/setup', { token: secretOf(linkSchema.parse(body).link), password });
    Object.assign(person, { headers: session, isOut: false });
  };
  const fixed: Readonly<Record<Exclude<Caller, 'session'>, Headers>> = {
    admin,
    token: await tokenOf(['connectToRobot', 'author']),
    watcher: await tokenOf([]),
    nobody: {},
    stranger: { authorization: 'Bearer cw_nobody-gave-this-out' },
  };
  const answerOf = async ({ signIn }: TestProvider, subject: string) => {
    const { url, attempt } = beginSchema.parse((await post('/login/provider', { origin: providerOrigin })).body);
    return { attempt, query: (await signIn(url, subject)).search };
  };
  return {
    invite,
    async answersOfProvider(count) {
      if (!provider) return [];
      return Promise.all(Array.from({ length: count }, (_, n) => answerOf(provider, `subject${n}`)));
    },
    async newPerson(username) {
      const { id, secret } = await invite(username);
      const { session } = await post('/setup', { token: secret, password });
      await post('/me/pin', { password, pin }, session);
      return { id, username, headers: session, isOut: false };
    },
    async headersOf(caller, person) {
      if (caller !== 'session') return fixed[caller];
      if (person.isOut) {
        person.entering ??= enter(person).finally(() => {
          person.entering = undefined;
        });
        await person.entering;
      }
      return person.headers;
    },
  };
}

/** Returns bodies for operations that only succeed with data of these users. */
export function bodiesOf(path: string, { username }: Person, links: readonly string[]): readonly unknown[] | undefined {
  switch (path) {
    case '/api/v1/cell/users/{id}':
      // Enough names for every operation at this address: a username belongs to one user.
      return Array.from({ length: 40 }, (_, n) => ({ ...renamed, username: `renamed${n}` }));
    case '/api/v1/cell/login':
      return [{ username, password }];
    case '/api/v1/cell/setup':
      return links.map((token) => ({ token, password }));
    case '/api/v1/cell/me/password':
      return [{ currentPassword: password, newPassword: password }];
    case '/api/v1/cell/me/pin':
      return [{ password, pin }];
    case '/api/v1/cell/control-panel-token':
      return [{ pin }];
    default:
      return undefined;
  }
}
