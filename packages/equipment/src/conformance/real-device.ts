/** Puts a device on the network through the conformance suites of its kind, and tells check by check what came of it. */
import type { Clock, EquipmentLiveState } from '@cellwright/domain';
import type { CapabilityName, DeviceResult } from '../capabilities/index.ts';
import { addressOf, capabilitiesOfKind, type EquipmentConfig, wiredPortsOf } from '../contracts.ts';
import {
  type AnyDriver,
  createDriver,
  createFtp,
  createHttp,
  createLineTcp,
  type DeviceTransports,
  type OpenModbus,
} from '../drivers.ts';
import { type Between, type DeviceRig, putBetween } from './rig.ts';
import { casesOf, type SuitedCase, suites } from './suites.ts';

/** One command of a check, and what the driver said of it; nothing when the check ended before it did. */
export interface Exchange {
  readonly commanded: unknown;
  seen?: DeviceResult<unknown>;
}

export interface CheckReport {
  readonly capability: CapabilityName;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  /** Of a failed check what was expected and was not, of one not run why. */
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
  /** What the device showed when a failed check ended. */
  readonly state?: EquipmentLiveState;
}

export interface DeviceReport {
  readonly kind: string;
  readonly checks: readonly CheckReport[];
  /** Every check that a real device can show was run and passed. */
  readonly isConformant: boolean;
}

const simOnly = 'It needs a simulator: it places parts, makes faults, or looks at what the device was told';
/** Longer than any motion may take, ms. */
const longestWaitMS = 60_000;

/** Why no suite can be run on the device with this configuration; undefined when one can. */
export function whyNotTestable(config: EquipmentConfig): string | undefined {
  if ('ports' in addressOf(config)) return `${config.kind} has no address on the network: it is wired, or has no line`;
  if (wiredPortsOf(config).length > 0) return `${config.kind} is wired to a control box too, and there is none here`;
  if (casesOf(config).length === 0) return `${config.kind} can do nothing that could be looked at`;
  const lacking = capabilitiesOfKind(config.kind).flatMap((name) => suites[name].whatLacks?.(config) ?? []);
  return lacking[0];
}

/** What the device does while it is put through its suites, and what somebody sees to before. */
export function noticeOf({ kind }: EquipmentConfig): string {
  return capabilitiesOfKind(kind)
    .map((name) => suites[name].notice)
    .join(' ');
}

/** A device on the network, followed by its driver. */
export interface OpenDevice extends DeviceRig {
  close(): Promise<void>;
}

/** The ways to a device on the network, but Modbus: whoever calls says how that is spoken. */
function otherTransports(clock: Clock): Omit<DeviceTransports, 'openModbus'> {
  return { openLines: createLineTcp(clock), openFtp: createFtp(clock), openHttp: createHttp(clock) };
}

/** Connects to the device that the configuration names, and resolves once it answered or did not. Moves nothing. */
export async function openDevice(config: EquipmentConfig, clock: Clock, openModbus: OpenModbus): Promise<OpenDevice> {
  const address = addressOf(config);
  if ('ports' in address) throw new Error(`${config.kind} has no address on the network`);
  const openPorts = () => {
    throw new Error(`${config.kind} asked for ports of a control box, and there is none here`);
  };
  const driver = createDriver(config, { address, clock, openModbus, openPorts, ...otherTransports(clock) });
  driver.start();
  await driver.whenKnown();
  return {
    config,
    driver,
    clock,
    settle: (promise) => promise,
    waitForState: (isWanted) => waitForState(driver, clock, isWanted),
    pass: (ms) => clock.sleep(ms),
    restartSim: () => Promise.reject(new Error('A real device is no simulator')),
    close: () => driver.close(),
  };
}

/** Runs every check that a real device can show, one after another. It moves over its whole range. */
export async function checkDevice(
  device: DeviceRig,
  onCheck: (check: CheckReport) => void = () => {},
  signal?: AbortSignal,
): Promise<DeviceReport> {
  const checks: CheckReport[] = [];
  for (const one of casesOf(device.config)) {
    const check = await report(one, device, signal);
    checks.push(check);
    onCheck(check);
  }
  const isConformant = checks.every(({ outcome, reason }) => outcome === 'passed' || reason === simOnly);
  return { kind: device.config.kind, checks, isConformant };
}

async function report(one: SuitedCase, device: DeviceRig, signal: AbortSignal | undefined): Promise<CheckReport> {
  const { title, capability } = one;
  const skip = whySkipped(one, device.driver, signal);
  if (skip !== undefined) return { capability, title, outcome: 'not run', reason: skip, exchanges: [] };
  const exchanges: Exchange[] = [];
  try {
    await one.run({ ...device, driver: putBetween(device.driver, noting(exchanges)) });
    return { capability, title, outcome: 'passed', exchanges };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const state = device.driver.state();
    await comeToRest(device);
    return { capability, title, outcome: 'failed', reason, exchanges, state };
  }
}

function whySkipped(one: SuitedCase, driver: AnyDriver, signal: AbortSignal | undefined): string | undefined {
  if (one.needsSim) return simOnly;
  if (signal?.aborted) return 'It was interrupted';
  const { connected, error } = driver.state();
  return connected ? undefined : `The device is gone: ${error ?? 'there is no connection'}`;
}

function noting(exchanges: Exchange[]): Between {
  return (device) => ({
    actuate: async (commanded, signal) => {
      const exchange: Exchange = { commanded };
      exchanges.push(exchange);
      const seen = await device.actuate(commanded, signal);
      exchange.seen = seen;
      return seen;
    },
  });
}

/** A failed check may leave a motion under way, which the next one would find busy. */
async function comeToRest(device: DeviceRig): Promise<void> {
  await device.settle(device.driver.stopMotion());
  await device.waitForState(({ status, connected }) => status !== 'busy' || !connected).catch(() => undefined);
}

function waitForState(
  driver: AnyDriver,
  clock: Clock,
  isWanted: (state: EquipmentLiveState) => boolean,
): Promise<EquipmentLiveState> {
  return new Promise((resolve, reject) => {
    let endListening = () => {};
    const cancel = clock.schedule(longestWaitMS, () => {
      endListening();
      reject(new Error(`The device did not reach the wanted state within ${longestWaitMS / 1000} s`));
    });
    const look = (state: EquipmentLiveState) => {
      if (!isWanted(state)) return;
      cancel();
      endListening();
      resolve(state);
    };
    endListening = driver.onChange(look);
    look(driver.state());
  });
}
