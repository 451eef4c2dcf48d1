import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import { type Permission, permissions, type User, usernameSchema, userSchema } from '@cellwright/domain/cell';
import { accessMessages } from '@cellwright/domain/messages';
import type { DescribeAct } from '@cellwright/service-kit/calls';
import type { PeopleStore } from '../domain/people-store.ts';
import type { BegunSession, Sessions, Source } from '../domain/sessions.ts';
import type { RunInTurn } from '../secrets/fair-turns.ts';
import type { OpenIDProvider, ProviderAccount } from './provider.ts';
import type { AttemptSeal } from './seal-attempt.ts';
import { isProtected, type SingleSignOnSettings } from './settings.ts';

/** Maximum number of names tried for a user whose name is taken. */
const maxNameAttempts = 50;
const maxNameLength = 100;
/** Page to which the provider returns the browser. */
const answerPath = '/sign-in/provider';

export interface SingleSignOnDeps {
  readonly settings: Pick<SingleSignOnSettings, 'name' | 'permissionsByRole'>;
  readonly provider: OpenIDProvider;
  readonly seal: AttemptSeal;
  readonly store: PeopleStore;
  readonly sessions: Sessions;
  /** Shares requests to the provider among applicants. */
  readonly askInTurn: RunInTurn;
  readonly clock: Clock;
}

export interface ProviderAnswer {
  readonly attempt: string;
  readonly query: string;
}

/** Sign-in at an OpenID provider, whose roles become permissions with each sign-in. */
export class SingleSignOn {
  private readonly deps: SingleSignOnDeps;

  constructor(deps: SingleSignOnDeps) {
    this.deps = deps;
  }

  describe(): { name: string } {
    return { name: this.deps.settings.name };
  }

  /**
   * Returns the provider's sign-in page, and the attempt that its answer must belong to.
   * @param page address of the page that asks; the provider refuses to return to one that it does not know.
   * @throws ProductError request_failed_validation for a page that others can read, unavailable
   */
  async begin(page: URL, { address }: Pick<Source, 'address'>): Promise<{ url: string; attempt: string }> {
    const { provider, seal, askInTurn } = this.deps;
    if (!isProtected(page)) throw new ProductError('request_failed_validation', accessMessages.needsHTTPS);
    const redirectURL = `${page.origin}${answerPath}`;
    const stranger = { source: address, isTrusted: false };
    const { url, checks } = await askInTurn(stranger, () => provider.begin(redirectURL));
    return { url, attempt: await seal.seal(checks) };
  }

  /**
   * Starts the session of the user with this account; the first sign-in creates the user.
   * @throws ProductError authorization_required, forbidden without a role of this cell, unavailable
   */
  async complete({ attempt, query }: ProviderAnswer, source: Source, describeAct: DescribeAct): Promise<BegunSession> {
    const { provider, seal, askInTurn, sessions, store } = this.deps;
    const checks = await seal.open(attempt);
    const stranger = { source: source.address, isTrusted: false };
    const account = await askInTurn(stranger, () => provider.complete(query, checks));
    const granted = this.permissionsOf(account);
    const userID = await store.findExternal(account);
    if (userID === undefined) {
      const user = await this.insert(account, granted, describeAct);
      return sessions.begin(user.id, source);
    }
    const { user, isChanged } = await this.update(userID, { account, granted }, describeAct);
    return sessions.begin(user.id, source, isChanged ? undefined : describeAct({ subject: user }));
  }

  private permissionsOf({ roles }: ProviderAccount): User['permissions'] {
    const { permissionsByRole, name } = this.deps.settings;
    const matching = roles.filter((role) => permissionsByRole.has(role));
    if (matching.length === 0) throw new ProductError('forbidden', accessMessages.noRole(name));
    const granted = new Set(matching.flatMap((role) => permissionsByRole.get(role) ?? []));
    return userSchema.shape.permissions.parse(flagsOf(granted));
  }

  private async insert(
    account: ProviderAccount,
    granted: User['permissions'],
    describeAct: DescribeAct,
  ): Promise<User> {
    const username = await this.freeUsername(account);
    const user = userSchema.parse({
      id: createId('user'),
      username,
      name: nameOf(account) ?? username,
      ...emailOf(account),
      isUserVerified: true,
      isProfileSetup: true,
      managedBy: this.deps.settings.name,
      permissions: granted,
    });
    await this.deps.store.insertExternal(user, account, { describeAct, at: this.deps.clock.wallNow() });
    return user;
  }

  private async update(
    userID: string,
    { account, granted }: { readonly account: ProviderAccount; readonly granted: User['permissions'] },
    describeAct: DescribeAct,
  ): Promise<{ user: User; isChanged: boolean }> {
    const user = await this.deps.store.find(userID);
    if (!user || user.disabledBy !== undefined) throw new ProductError('forbidden', accessMessages.isDisabled);
    const renew = (current: User): User => ({
      ...current,
      name: nameOf(account) ?? current.name,
      ...emailOf(account),
      managedBy: this.deps.settings.name,
      permissions: granted,
    });
    if (JSON.stringify(renew(user)) === JSON.stringify(user)) return { user, isChanged: false };
    const at = this.deps.clock.wallNow();
    return { user: await this.deps.store.change(userID, renew, { describeAct, at }), isChanged: true };
  }

  /** A local user keeps its username: an account with the same one gets a number, and never that user's access. */
  private async freeUsername(account: ProviderAccount): Promise<string> {
    const wanted = usernameOf(account);
    for (let attempt = 1; attempt <= maxNameAttempts; attempt++) {
      const username = attempt === 1 ? wanted : `${wanted}-${attempt}`;
      if (!(await this.deps.store.findCredential({ username: username.toLowerCase() }))) return username;
    }
    throw new ProductError('conflict', `The username '${wanted}' is taken. Choose another one at the provider`);
  }
}

function flagsOf(granted: ReadonlySet<Permission>): Record<string, boolean> {
  return Object.fromEntries(permissions.map((permission) => [permission, granted.has(permission)]));
}

function usernameOf({ username, email, name }: ProviderAccount): string {
  const text = username ?? email ?? name ?? 'user';
  const plain = text.normalize('NFKC').replace(/[^\p{L}\p{N}._@+-]+/gu, '.');
  const short = [...plain].slice(0, 60).join('');
  return usernameSchema.safeParse(short).success ? short : 'user';
}

function nameOf({ name }: ProviderAccount): string | undefined {
  if (name === undefined) return undefined;
  const parsed = userSchema.shape.name.safeParse([...name].slice(0, maxNameLength).join(''));
  return parsed.success ? parsed.data : undefined;
}

function emailOf({ email }: ProviderAccount): Pick<User, 'email'> {
  const parsed = userSchema.shape.email.safeParse({ email });
  return parsed.success && parsed.data ? { email: parsed.data } : {};
}
