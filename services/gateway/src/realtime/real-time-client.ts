import { type Clock, oneLine, ProductError, startOfText } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { allEntities, viewNamesFor } from '@cellwright/entities';
import type { Logger } from '@cellwright/service-kit';
import type { Socket } from 'socket.io';
import * as z from 'zod';
import type { Authenticator } from '../domain/access-replica.ts';
import type { Identity } from '../domain/identity.ts';
import { toFeathersError } from './feathers-error.ts';
import { liveRoomsFor } from './live-streams.ts';
import { type RealTimeMethod, type RealTimeService, realTimeMethods } from './real-time-service.ts';

/** Time within which a client must authenticate, ms. */
const authenticateWithinMS = 2000;
/** Maximum of pending calls of one client. */
const maxOpenCalls = 64;

export interface RealTimeClientDeps {
  readonly services: ReadonlyMap<string, RealTimeService>;
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly log: Logger;
}

const tokenSchema = z.object({ strategy: z.enum(['token', 'jwt']), accessToken: z.string().min(1).max(1024) });
const idSchema = z.union([z.string().max(128).regex(oneLine), z.number()]).transform(String);

/** Client of the real-time data service: its identity, its calls, and the rooms whose events it gets. */
export class RealTimeClient {
  private readonly deps: RealTimeClientDeps;
  private readonly socket: Socket;
  private readonly robotKind: RobotKind;
  private readonly isLoopback: boolean;
  private identity: Identity | undefined;
  private token = '';
  private openCalls = 0;
  private cancelTimer: () => void = () => undefined;

  constructor(deps: RealTimeClientDeps, socket: Socket, robotKind: RobotKind, isLoopback: boolean) {
    this.deps = deps;
    this.socket = socket;
    this.robotKind = robotKind;
    this.isLoopback = isLoopback;
    for (const method of realTimeMethods) {
      socket.on(method, (...args: unknown[]) => void this.answer(method, args));
    }
    socket.on('disconnect', () => this.cancelTimer());
    this.awaitAuthentication();
  }

  /** @throws ProductError authorization_required, or unavailable if that cannot be determined now. */
  async admit(token: string): Promise<Identity> {
    await this.deps.authenticator.introduce(token);
    const identity = this.deps.authenticator.recognise(token, this.isLoopback);
    this.cancelTimer();
    this.token = token;
    this.enterRooms(identity);
    return identity;
  }

  /** Disconnects a client whose token is no longer valid; rooms follow its permissions. */
  recheck(): void {
    if (this.token === '') return;
    try {
      this.enterRooms(this.deps.authenticator.recognise(this.token, this.isLoopback));
    } catch {
      this.socket.disconnect(true);
    }
  }

  private awaitAuthentication(): void {
    this.cancelTimer = this.deps.clock.schedule(authenticateWithinMS, () => this.socket.disconnect(true));
  }

  private enterRooms(identity: Identity): void {
    const before = this.identity;
    this.identity = identity;
    if (before && seesAlike(before, identity)) return;
    this.leaveRooms();
    const views = allEntities.flatMap((entity) => viewNamesFor(entity, identity));
    this.socket.join([...views, ...liveRoomsFor(identity, this.robotKind)]);
    if (before) this.resetChangedViews(before, identity);
  }

  /** Makes the client read documents again that it has read with its previous permissions. */
  private resetChangedViews(before: Identity, now: Identity): void {
    for (const entity of allEntities) {
      const isSame = viewNamesFor(entity, before).join() === viewNamesFor(entity, now).join();
      if (!isSame) this.socket.emit(`${entity.name} reset`);
    }
  }

  private leaveRooms(): void {
    for (const room of this.socket.rooms) if (room !== this.socket.id) this.socket.leave(room);
  }

  private async answer(method: RealTimeMethod, args: unknown[]): Promise<void> {
    const acknowledge = args.at(-1);
    const reply =
      typeof acknowledge === 'function' ? (...answer: unknown[]) => acknowledge(...answer) : () => undefined;
    if (this.openCalls >= maxOpenCalls) {
      const busy = new ProductError('rate_limited', 'Too many calls are pending. Try again in a moment');
      return reply(toFeathersError(busy));
    }
    this.openCalls++;
    try {
      reply(null, await this.call(method, args));
    } catch (error) {
      if (!(error instanceof ProductError))
        this.deps.log.error('a real-time call failed unexpectedly', { method, error });
      reply(toFeathersError(error));
    } finally {
      this.openCalls--;
    }
  }

  private async call(method: RealTimeMethod, [path, ...args]: unknown[]): Promise<unknown> {
    const name = typeof path === 'string' ? startOfText(path, 100) : '';
    if (name === 'authentication') return this.authenticate(method, args[0]);
    if (this.identity === undefined) {
      throw new ProductError(
        'authorization_required',
        'Sign in first: create { strategy, accessToken } on authentication',
      );
    }
    this.deps.authenticator.requireFresh(this.identity);
    const service = this.deps.services.get(name);
    if (!service) throw new ProductError('not_found', `Service '${name}' not found`);
    return callService(service, name, method, args, {
      identity: { ...this.identity, door: 'feathers' },
      robotKind: this.robotKind,
    });
  }

  private async authenticate(method: RealTimeMethod, data: unknown): Promise<unknown> {
    if (method === 'remove') {
      this.leaveRooms();
      this.identity = undefined;
      this.token = '';
      this.awaitAuthentication();
      return {};
    }
    const sent = tokenSchema.safeParse(data);
    if (method !== 'create' || !sent.success) {
      throw new ProductError('request_failed_validation', "Create { strategy: 'token', accessToken } to sign in");
    }
    const { accessToken, strategy } = sent.data;
    const { subjectID, name, permissions } = await this.admit(accessToken);
    return { accessToken, authentication: { strategy }, user: { id: subjectID, name, permissions } };
  }
}

type Caller = { readonly identity: Identity; readonly robotKind: RobotKind };

async function callService(
  service: RealTimeService,
  name: string,
  method: RealTimeMethod,
  args: readonly unknown[],
  caller: Caller,
): Promise<unknown> {
  const [first, second, third] = args;
  if (method === 'find' && service.find) return service.find(first, caller);
  if (method === 'create' && service.create) return service.create(first, queryOf(second), caller);
  const id = idSchema.safeParse(first);
  if (method === 'get' && service.get) return service.get(required(id, method), queryOf(second), caller);
  if (method === 'patch' && service.patch) return service.patch(required(id, method), second, queryOf(third), caller);
  if (method === 'remove' && service.remove) return service.remove(required(id, method), queryOf(second), caller);
  throw new ProductError('request_failed_validation', `The service '${name}' has no ${method}`);
}

/** A client without a query sends its acknowledgement at that position. */
function queryOf(value: unknown): unknown {
  return typeof value === 'function' ? undefined : value;
}

function required(id: { readonly data?: string | undefined }, method: string): string {
  if (id.data !== undefined && id.data !== '') return id.data;
  throw new ProductError(
    'invalid_parameters',
    `Send the id of the document to ${method}. Bulk operations are not supported`,
  );
}

function seesAlike(one: Identity, other: Identity): boolean {
  return one.subjectID === other.subjectID && one.permissions.join() === other.permissions.join();
}
