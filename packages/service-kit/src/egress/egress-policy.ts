import { networkInterfaces } from 'node:os';
import { isLoopback, refuseNetwork } from './forbidden-networks.ts';
import { type IPAddress, parseIP } from './ip-address.ts';
import { egressMessages } from './messages.ts';
import { isNamed, isOwnAddress, type OwnService, plainName } from './own-services.ts';

export interface EgressSettings {
  /** This machine may be reached: for development, where devices are played by programs on it. */
  readonly allowLoopback: boolean;
  /** What the cell itself is made of, which nothing that a person types may reach. */
  readonly ownServices: readonly OwnService[];
  /** Addresses of this machine's interfaces. Default: what the operating system says now. */
  readonly machineAddresses?: (() => readonly string[]) | undefined;
}

/** Rules for every host that a person types: where it is stored, and again for every address that it leads to. */
export interface EgressPolicy {
  /** Names of services of the cell, to be resolved before an address is judged. */
  readonly ownNames: readonly string[];
  /** Why a host as it was typed may not be stored or asked for; undefined when it may be tried. */
  refuseTyped(host: string, port: number): string | undefined;
  /**
   * Why an address may not be connected to.
   * @param known the addresses of `ownNames`, now
   */
  refuseAddress(address: string, port: number, known: ReadonlyMap<string, readonly string[]>): string | undefined;
}

const namePattern = /^[0-9a-z_]([0-9a-z_-]*[0-9a-z_])?(\.[0-9a-z_]([0-9a-z_-]*[0-9a-z_])?)*\.?$/i;
/** A last label that is a number makes programs read the whole as an IPv4 address, each in its own way. */
const numericEnd = /(^|\.)(0x[0-9a-f]*|\d+)\.?$/i;
const noNames: ReadonlyMap<string, readonly string[]> = new Map();

export function createEgressPolicy(settings: EgressSettings): EgressPolicy {
  const { allowLoopback, ownServices, machineAddresses = listMachineAddresses } = settings;

  const judge = (ip: IPAddress, host: string, port: number, known: ReadonlyMap<string, readonly string[]>) => {
    const refusal = refuseNetwork(ip, host);
    if (refusal !== undefined) return refusal;
    const isThisMachine = isLoopback(ip) || machineAddresses().some((address) => isSame(parseIP(address), ip));
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
  };
}

function isSame(one: IPAddress | undefined, other: IPAddress): boolean {
  return one?.bits === other.bits && one.value === other.value;
}

function listMachineAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
}
