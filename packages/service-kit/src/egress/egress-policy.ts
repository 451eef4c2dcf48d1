import { networkInterfaces } from 'node:os';
import { isLoopback, refuseNetwork } from './forbidden-networks.ts';
import { type IPAddress, parseIP } from './ip-address.ts';
import { egressMessages } from './messages.ts';
import { isNamed, isOwnAddress, type OwnService, plainName } from './own-services.ts';

export interface EgressSettings {
  /** True to allow connections to this machine, for development with simulated devices. */
  readonly allowLoopback: boolean;
  /** Services of the cell, which user input must not reach. */
  readonly ownServices: readonly OwnService[];
  /** Returns the addresses of this machine's interfaces. Default: those of the operating system now. */
  readonly machineAddresses?: (() => readonly string[]) | undefined;
}

/** Rules for every user-defined host: when it is stored, and again for every address that it resolves to. */
export interface EgressPolicy {
  /** Names of services of the cell, to be resolved before an address is checked. */
  readonly ownNames: readonly string[];
  /** Returns the reason why an entered host must not be stored or used; undefined if it is allowed. */
  refuseTyped(host: string, port: number): string | undefined;
  /**
   * Returns the reason why connecting to an address is forbidden.
   * @param known the current addresses of `ownNames`
   */
  refuseAddress(address: string, port: number, known: ReadonlyMap<string, readonly string[]>): string | undefined;
  /** True for loopback, and for the addresses of this machine's interfaces. */
  isThisMachine(address: string): boolean;
}

const namePattern = /^[0-9a-z_]([0-9a-z_-]*[0-9a-z_])?(\.[0-9a-z_]([0-9a-z_-]*[0-9a-z_])?)*\.?$/i;
/** With a number as its last label, programs parse the whole text as an IPv4 address, each differently. */
const numericEnd = /(^|\.)(0x[0-9a-f]*|\d+)\.?$/i;
const noNames: ReadonlyMap<string, readonly string[]> = new Map();

export function createEgressPolicy(settings: EgressSettings): EgressPolicy {
  const { allowLoopback, ownServices, machineAddresses = listMachineAddresses } = settings;

  const isOfThisMachine = (ip: IPAddress) =>
    isLoopback(ip) || machineAddresses().some((address) => isSame(parseIP(address), ip));
  const judge = (ip: IPAddress, host: string, port: number, known: ReadonlyMap<string, readonly string[]>) => {
    const refusal = refuseNetwork(ip, host);
    if (refusal !== undefined) return refusal;
    const isThisMachine = isOfThisMachine(ip);
    if (isOwnAddress(ownServices, known, { ip, port, isThisMachine }, isLoopback)) {
      return egressMessages.ownService(host, port);
    }
    return isThisMachine && !allowLoopback ? egressMessages.thisMachine(host) : undefined;
  };

  return {
    ownNames: [...new Set(ownServices.flatMap(({ target }) => (typeof target === 'string' ? [target] : [])))],
    refuseTyped(host, port) {
      const ip = parseIP(host);
      if (ip !== undefined) return host.includes('%') ? egressMessages.zone(host) : judge(ip, host, port, noNames);
      if (!namePattern.test(host) || host.length > 253) return egressMessages.notAHost(host);
      if (numericEnd.test(host)) return egressMessages.oddSpelling(host);
      if (isNamed(ownServices, host, port)) return egressMessages.ownService(host, port);
      const isLocalhost = /(^|\.)localhost$/.test(plainName(host));
      return isLocalhost && !allowLoopback ? egressMessages.thisMachine(host) : undefined;
    },
    refuseAddress(address, port, known) {
      const ip = parseIP(address);
      return ip === undefined ? egressMessages.notAHost(address) : judge(ip, address, port, known);
    },
    isThisMachine(address) {
      const ip = parseIP(address);
      return ip !== undefined && isOfThisMachine(ip);
    },
  };
}

function isSame(one: IPAddress | undefined, other: IPAddress): boolean {
  return one?.bits === other.bits && one.value === other.value;
}

function listMachineAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}
