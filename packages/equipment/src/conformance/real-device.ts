/** Runs the conformance suites of a device on the network and reports the result of each check. */
import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { CapabilityName, DeviceResult } from '../capabilities/index.ts';
import { addressOf, capabilitiesOfKind, type EquipmentConfig, wiredPortsOf } from '../contracts.ts';
import {
  type AnyDriver,
  createDriver,
  createFtp,
  createHttp,
  createLineTcp,
  createScanner,
  type DeviceTransports,
  type OpenModbus,
} from '../drivers.ts';
import { type Between, type DeviceRig, putBetween } from './rig.ts';
import { casesOf, type SuitedCase, suites } from './suites.ts';

/** A command of a check and the result from the driver; absent when the check ended before the command did. */
export interface Exchange {
  readonly commanded: unknown;
  seen?: DeviceResult<unknown>;
}

export interface CheckReport {
  readonly capability: CapabilityName;
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'not run';
  /** For a failed check, the expectation that was not met; for a skipped one, the reason. */
  readonly reason?: string;
  readonly exchanges: readonly Exchange[];
  /** State of the device when a failed check ended. */
  readonly state?: EquipmentLiveState;
}

export interface DeviceReport {
  readonly kind: string;
  readonly checks: readonly CheckReport[];
  /** True if every check that a real device can run was run and passed. */
  readonly isConformant: boolean;
}

const simOnly = 'It needs a simulator: it places parts, causes faults or inspects received commands';
/** Maximum duration of a motion, ms. */
const longestWaitMS = 60_000;

/** Returns why no suite can run on the device with this configuration; undefined if one can. */
export function whyNotTestable(config: EquipmentConfig): string | undefined {
  if ('ports' in addressOf(config)) return `${config.kind} has no address on the network: it is wired, or has no line`;
  if (wiredPortsOf(config).length > 0) return `${config.kind} is wired to a control box too, and there is none here`;
  if (casesOf(config).length === 0) return `${config.kind} can do nothing that could be looked at`;
  const lacking = capabilitiesOfKind(config.kind).flatMap((name) => suites[name].whatLacks?.(config) ?? []);
  return lacking[0];
}

/** Describes what the device does during its suites and what the user must prepare. */
export function noticeOf({ kind }: EquipmentConfig): string {
  return capabilitiesOfKind(kind)
    .map((name) => suites[name].notice)
    .join(' ');
}

/** A device on the network, followed by its driver. */
export interface OpenDevice extends DeviceRig {
  close(): Promise<void>;
}

/** Returns the transports of a device on the network except Modbus, which the caller provides. */
function otherTransports(clock: Clock): Omit<DeviceTransports, 'openModbus'> {
  return {
    openLines: createLineTcp(clock),
    openFtp: createFtp(clock),
    openHttp: createHttp(clock),
    openScanner: createScanner(clock),
  };
}

/** Connects to the device in the configuration, and resolves once it answered or failed to. Moves nothing. */
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

/** Runs every check that a real device can run, one after another. It moves over its whole range. */
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

/** A failed check may leave a motion in progress, which would make the next one find the device busy. */
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
