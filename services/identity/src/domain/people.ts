import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import { passwordSchema, pinSchema, type User, usernameSchema, userSchema } from '@cellwright/domain/cell';
import { accessMessages } from '@cellwright/domain/messages';
import type { DescribeAct } from '@cellwright/service-kit/calls';
import type * as z from 'zod';
import type { PasswordHasher } from '../secrets/argon2.ts';
import type { Applicant, RunInTurn } from '../secrets/fair-turns.ts';
import type { Link, PeopleStore } from './people-store.ts';
import { hashSecret, makeSecret } from './secret.ts';
import type { BegunSession, Sessions, Source } from './sessions.ts';
import type { Throttle } from './throttle.ts';

const dayMS = 86_400_000;
const inviteLastsMS = 7 * dayMS;
const resetLastsMS = dayMS;
/** Maximum age of a session that proves its user like a password. */
const newSessionMS = 600_000;
const linkPrefix = 'cwl_';
/** An applicant who already has a valid link or session. */
const trusted = ({ address }: Pick<Source, 'address'>): Applicant => ({ source: address, isTrusted: true });
const wrongSignIn = accessMessages.wrongUsernameOrPassword;

const invitedSchema = userSchema.pick({ name: true, username: true, email: true, permissions: true });

export interface PeopleDeps {
  readonly store: PeopleStore;
  readonly hasher: PasswordHasher;
  /** Shares the database among applicants, so that strangers leave connections free. */
  readonly lookUpInTurn: RunInTurn;
  readonly throttle: Throttle;
  readonly sessions: Sessions;
  /** Called when access has changed, or may have. */
  readonly refresh: () => Promise<void>;
  readonly clock: Clock;
}

export interface SetUp {
  readonly secret: string;
  /** Empty: as in the invitation. */
  readonly username: string;
  readonly name: string;
  readonly password: string;
}

export interface PasswordChange {
  readonly userID: string;
  /** This session continues; all others of the user end. */
  readonly sessionID: string;
  readonly current: string;
  readonly next: string;
  readonly endTokens: boolean;
}

export interface PinChange {
  readonly userID: string;
  readonly sessionID: string;
  /** Ignored for a user who signs in at an OpenID provider. */
  readonly password: string;
  readonly pin: string;
}

/** Sign-in of users: single-use links, passwords and PINs. */
export class People {
  private readonly deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.deps = deps;
  }

  /**
   * Returns the secret of a new set-up link, which replaces the previous one; undefined when there is already a user.
   */
  async createSetUpLink(describeAct: DescribeAct): Promise<string | undefined> {
    if (await this.deps.store.hasUsers()) return undefined;
    const { secret, link } = this.makeLink('', undefined);
    await this.deps.store.putLink(link, describeAct);
    return secret;
  }

  async invite(wanted: unknown, by: { readonly id: string; readonly name: string }) {
    const invited = parse(invitedSchema, wanted);
    const user = userSchema.parse({ ...invited, id: createId('user'), invitedBy: by.id });
    const { secret, link } = this.makeLink(user.id, inviteLastsMS);
    await this.deps.store.invite(user, link, { by, at: this.now() });
    return { user, secret };
  }

  /**
   * Creates a link for a new password.
   * @throws ProductError not_found, conflict for a disabled user.
   */
  async createResetLink(userID: string, describeAct: DescribeAct): Promise<string> {
    const user = await this.requireUser(userID);
    if (user.disabledBy !== undefined)
      throw new ProductError('conflict', `${user.name} is disabled. Enable the user first`);
    refuseManaged(user);
    const { secret, link } = this.makeLink(userID, resetLastsMS);
    await this.deps.store.putLink(link, describeAct);
    return secret;
  }

  /** Uses a link: creates the first user, or sets its user's password; all earlier sessions of the user end. */
  async setUp({ secret, ...wanted }: SetUp, source: Source, describeAct: DescribeAct): Promise<BegunSession> {
    const usedLink = hashSecret(secret);
    const stranger = { source: source.address, isTrusted: false };
    const link = await this.deps.lookUpInTurn(stranger, () => this.deps.store.findLink(usedLink));
    if (!link || (link.expiresAt !== null && link.expiresAt <= this.now()))
      throw new ProductError('authorization_required', accessMessages.linkExpired);
    const passwordHash = await this.deps.hasher.hash(parse(passwordSchema, wanted.password), trusted(source));
    const userID = link.userID || (await this.makeFirst(wanted, { passwordHash, usedLink }, describeAct));
    if (link.userID) {
      const change = (user: User) => fillIn(user, wanted);
      await this.deps.store.change(userID, change, { describeAct, at: this.now(), passwordHash, usedLink });
      await this.deps.sessions.endOthers(userID, undefined);
    }
    return this.deps.sessions.begin(userID, source);
  }

  async signIn(username: string, password: string, source: Source, describeAct: DescribeAct): Promise<BegunSession> {
    const user = await this.checkPassword(username, password, source);
    return this.deps.sessions.begin(user.id, source, describeAct({ subject: user }));
  }

  /**
   * Returns the user with this name and password.
   * @throws ProductError authorization_required when they are wrong, rate_limited.
   */
  async checkPassword(username: string, password: string, source: Pick<Source, 'address'>): Promise<User> {
    const folded = username.trim().toLowerCase().slice(0, 64);
    const admitted = await this.deps.throttle.begin({ what: 'password', user: folded, source: source.address });
    // A source with an earlier success for this user takes precedence over strangers, also at its own address.
    const applicant = admitted.isKnownSource
      ? { source: `${source.address} ${folded}`, isTrusted: true }
      : { source: source.address, isTrusted: false };
    // An invalid name fails like an unknown one, without a query: the database rejects some invalid names.
    const canExist = usernameSchema.safeParse(folded).success;
    const findCredential = () => this.deps.store.findCredential({ username: folded });
    const credential = canExist ? await this.deps.lookUpInTurn(applicant, findCredential) : undefined;
    const fits = await this.deps.hasher.verify(credential?.passwordHash, password.slice(0, 200), applicant);
    const user = credential && fits ? await this.deps.store.find(credential.userID) : undefined;
    const isIn = user !== undefined && user.disabledBy === undefined;
    await admitted.settle(isIn);
    if (!isIn) throw new ProductError('authorization_required', wrongSignIn);
    return user;
  }

  /** Ends all other sessions of the user, and revokes its developer tokens on request. */
  async changePassword(
    { userID, sessionID, current, next, endTokens }: PasswordChange,
    source: Source,
    describeAct: DescribeAct,
  ): Promise<void> {
    refuseManaged(await this.requireUser(userID));
    await this.requirePassword(userID, current, source);
    const passwordHash = await this.deps.hasher.hash(parse(passwordSchema, next), trusted(source));
    const change = { describeAct, at: this.now(), passwordHash };
    const { id, name } = await this.deps.store.change(userID, (user) => user, change);
    if (endTokens) await this.deps.store.revokeTokens(userID, { by: { id, name }, at: this.now() });
    await this.deps.sessions.endOthers(userID, sessionID);
  }

  /** Control-panel tokens issued for the previous PIN end. A user without a password needs a session that has just begun. */
  async changePin(
    { userID, sessionID, password, pin }: PinChange,
    source: Source,
    describeAct: DescribeAct,
  ): Promise<void> {
    const wanted = parse(pinSchema, pin);
    const { managedBy } = await this.requireUser(userID);
    if (managedBy === undefined) await this.requirePassword(userID, password, source);
    else await this.requireNewSession(userID, sessionID);
    const pinHash = await this.deps.hasher.hash(wanted, trusted(source));
    const at = this.now();
    const change = (user: User) => ({ ...user, pinChangedAt: at.toISOString() });
    await this.deps.store.change(userID, change, { describeAct, at, pinHash });
    await this.deps.refresh();
  }

  /**
   * Checks a PIN.
   * @throws ProductError forbidden for a wrong PIN, rate_limited, unavailable when guesses cannot be counted.
   */
  async requirePin(userID: string, sessionID: string, pin: string): Promise<void> {
    const admitted = await this.deps.throttle.begin({ what: 'pin', user: userID, source: sessionID });
    const credential = await this.deps.store.findCredential({ userID });
    if (credential && credential.pinHash === null)
      throw new ProductError('forbidden', 'You have no PIN yet. Set one with POST /api/v1/cell/me/pin');
    const applicant = { source: sessionID, isTrusted: true };
    const fits = await this.deps.hasher.verify(credential?.pinHash, pin.slice(0, 12), applicant);
    await admitted.settle(fits);
    if (!fits) throw new ProductError('forbidden', accessMessages.wrongPIN);
  }

  private async makeFirst(
    { username, name }: Omit<SetUp, 'secret'>,
    secrets: { readonly passwordHash: string; readonly usedLink: string },
    describeAct: DescribeAct,
  ): Promise<string> {
    if (await this.deps.store.hasUsers()) throw new ProductError('conflict', 'The cell is already set up. Sign in');
    const permissions = { account: true, connectToRobot: true, author: true, controlPanel: true };
    const known = { id: createId('user'), isUserVerified: true, isProfileSetup: true, permissions };
    const user = parse(userSchema, { ...known, username, name: name || username });
    await this.deps.store.insertFirst(user, secrets, this.now(), describeAct);
    return user.id;
  }

  private async requirePassword(userID: string, password: string, source: Source): Promise<void> {
    const { username } = await this.requireUser(userID);
    const guess = { what: 'password', user: username.toLowerCase(), source: source.address } as const;
    const admitted = await this.deps.throttle.begin(guess);
    const credential = await this.deps.store.findCredential({ userID });
    const fits = await this.deps.hasher.verify(credential?.passwordHash, password.slice(0, 200), trusted(source));
    await admitted.settle(fits);
    if (!fits) throw new ProductError('forbidden', accessMessages.wrongPassword);
  }

  /** Replaces the password of a user who has none: signing in again proves the same. */
  private async requireNewSession(userID: string, sessionID: string): Promise<void> {
    const session = (await this.deps.sessions.list(userID)).find(({ id }) => id === sessionID);
    if (session && this.now().getTime() - session.createdAt.getTime() <= newSessionMS) return;
    throw new ProductError('forbidden', accessMessages.needsNewSession);
  }

  private async requireUser(id: string): Promise<User> {
    const user = await this.deps.store.find(id);
    if (user) return user;
    throw new ProductError('not_found', 'This requires a user. Sign in as a user');
  }

  private makeLink(userID: string, lastsMS: number | undefined): { secret: string; link: Link } {
    const { secret, secretHash } = makeSecret(linkPrefix);
    const expiresAt = lastsMS === undefined ? null : new Date(this.now().getTime() + lastsMS);
    return { secret, link: { userID, secretHash, expiresAt } };
  }

  private now(): Date {
    return this.deps.clock.wallNow();
  }
}

/** @throws ProductError conflict for a user without a password of this cell. */
function refuseManaged({ name, managedBy }: User): void {
  if (managedBy !== undefined) throw new ProductError('conflict', accessMessages.hasNoPassword(name, managedBy));
}

function fillIn(user: User, { username, name }: { readonly username: string; readonly name: string }): User {
  const wanted = { username: username || user.username, name: name || user.name };
  return parse(userSchema, { ...user, ...wanted, isUserVerified: true, isProfileSetup: true });
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.');
  const text = issue?.message ?? 'This is not valid';
  throw new ProductError('request_failed_validation', field ? `${field}: ${text}` : text);
}
