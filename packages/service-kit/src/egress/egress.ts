import { lookup } from 'node:dns/promises';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { createEgressPolicy, type EgressPolicy, type EgressSettings } from './egress-policy.ts';
import { parseIP } from './ip-address.ts';
import { egressMessages } from './messages.ts';

/** Returns all addresses of a name; rejects when there is none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface EgressOptions extends EgressSettings {
  readonly clock: Clock;
  readonly resolve?: Resolve | undefined;
  /**
   * Returns ports of this machine that settings of the cell open, and that user input must not reach. They are
   * requested for each connection to this machine.
   */
  readonly listOwnPorts?: (() => Promise<readonly number[]>) | undefined;
}

/** Outgoing connections of the cell to user-defined hosts. */
export interface Egress {
  /**
   * Returns the reason why a host must not be stored; undefined if it is allowed. Its addresses are checked when
   * connecting.
   */
  refuseTyped: EgressPolicy['refuseTyped'];
  /**
   * Starts to connect; the socket connects, or fails with a message for the user. A name is resolved once, every
   * address of it is checked, and the socket connects to the checked address: later changes of the name have no effect.
   */
  openSocket(target: { readonly host: string; readonly port: number }): Socket;
}

/** Maximum time of a look-up, and lifetime of the addresses of the cell's own names. */
const resolveMS = 5000;
const ownNamesMS = 30_000;

export function createEgress({ clock, resolve = resolveByDNS, listOwnPorts, ...settings }: EgressOptions): Egress {
  const policy = createEgressPolicy(settings);
  const resolveInTime = (name: string) => within(clock, resolve(name), egressMessages.tooSlow(name));
  const ownNames = rememberNames(policy.ownNames, resolveInTime, clock);

  const judge = async (address: string, port: number, known: ReadonlyMap<string, readonly string[]>) => {
    const refusal = policy.refuseAddress(address, port, known);
    if (refusal !== undefined || !listOwnPorts || !policy.isThisMachine(address)) return refusal;
    return (await listOwnPorts()).includes(port) ? egressMessages.ownService(address, port) : undefined;
  };
  const findAddress = async (host: string, port: number): Promise<string> => {
    const literal = parseIP(host) === undefined ? undefined : [host];
    const [addresses, known] = await Promise.all([literal ?? resolveName(host, resolveInTime), ownNames()]);
    for (const address of addresses) {
      const refusal = await judge(address, port, known);
      if (refusal !== undefined) throw new Error(literal ? refusal : egressMessages.resolvesTo(host, refusal));
    }
    const [first] = addresses;
    if (first === undefined) throw new Error(egressMessages.notFound(host));
    return first;
  };

  return {
    refuseTyped: policy.refuseTyped,
    openSocket({ host, port }) {
      const refusal = policy.refuseTyped(host, port);
      const found = refusal === undefined ? findAddress(host, port) : Promise.reject(new Error(refusal));
      const pinned: LookupFunction = (_host, _options, answer) => {
        found.then(
          (address) => answer(null, address, address.includes(':') ? 6 : 4),
          (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), '', 4),
        );
      };
      // A socket only looks up names: this placeholder makes it call the look-up for an address as well.
      const name = parseIP(host) === undefined ? host : 'address.invalid';
      return connect({ host: name, port, lookup: pinned, autoSelectFamily: false, noDelay: true, keepAlive: true });
    },
  };
}

async function resolveByDNS(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
}

function resolveName(name: string, resolve: Resolve): Promise<readonly string[]> {
  return resolve(name).catch((error: unknown) => {
    throw error instanceof TooSlow ? error : new Error(egressMessages.notFound(name));
  });
}

class TooSlow extends Error {}

function within<T>(clock: Clock, work: Promise<T>, message: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(resolveMS, () => reject(new TooSlow(message)));
    work.then(resolve, reject).finally(cancel);
  });
}

/**
 * Caches the addresses of the cell's own names and refreshes them periodically; a name that does not resolve keeps its
 * last ones.
 */
function rememberNames(names: readonly string[], resolve: Resolve, clock: Clock) {
  const known = new Map<string, readonly string[]>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<unknown> = Promise.resolve();
  return async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    if (names.length > 0 && clock.now() - askedAt > ownNamesMS) {
      askedAt = clock.now();
      const ask = async (name: string) => void known.set(name, await resolve(name));
      asking = Promise.allSettled(names.map(ask));
    }
    await asking;
    return known;
  };
}
