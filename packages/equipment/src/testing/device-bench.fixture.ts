/** For tests: a kind's simulator on a real socket, its driver connected to it, and one virtual clock for both. */
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import { VirtualClock } from '@cellwright/testkit';
import type { DeviceRig } from '../conformance/rig.ts';
import { type AnyEquipmentKind, type EquipmentConfig, parseEquipmentConfig, secretValuesOf } from '../contracts.ts';
import {
  type AnyDriver,
  createDriver,
  createFtp,
  createHttp,
  createLineTcp,
  createModbusTcp,
  createScanner,
  createStreamTcp,
  type DeviceModules,
  type OpenModbus,
  type SharedSpace,
  type TrafficLog,
  TrafficRecorder,
} from '../drivers.ts';
import { type AnySim, createSim, type SimContext } from '../sims.ts';
import { FakeBox } from './fake-box.fixture.ts';
import { fakePhoto } from './fake-photo.fixture.ts';
import { tamperFrames } from './tamper-frames.fixture.ts';

/** A device on a bench. While a test waits, time advances in small steps with socket traffic after each. */
export interface DeviceBench extends DeviceRig {
  readonly clock: VirtualClock;
  readonly sim: AnySim;
  readonly port: number;
  /** Control box of a wired device. */
  readonly box: FakeBox;
  readonly traffic: TrafficLog;
  close(): Promise<void>;
}

const stepMS = 5;
const limitMS = 120_000;

function parseConfig(kind: AnyEquipmentKind, fields: Readonly<Record<string, unknown>> = {}): EquipmentConfig {
  const parsed = parseEquipmentConfig({ kind, ...fields });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join('. '));
  return parsed.config;
}

export interface BenchOptions {
  /** Inserted between the driver and its connection. */
  readonly tamper?: (open: OpenModbus) => OpenModbus;
  /** Picture of a simulated camera. */
  readonly takePhoto?: SimContext['takePhoto'];
  /** The space that the device shares with the arm. */
  readonly sharedSpace?: SharedSpace;
  /** Port of another device, which the driver connects to. */
  readonly port?: number;
  /** Modules of packages. */
  readonly modules?: DeviceModules;
  /** True if the driver has not read its device yet, as at its first use. */
  readonly isUnread?: boolean;
}

/** Opens a bench whose driver has already connected to its device, unless it is unread. */
export async function openBench(
  kind: AnyEquipmentKind,
  fields: Readonly<Record<string, unknown>> = {},
  {
    tamper = (open) => open,
    takePhoto = async ({ seed }) => fakePhoto(seed),
    sharedSpace,
    port: otherPort,
    isUnread = false,
    modules,
  }: BenchOptions = {},
): Promise<DeviceBench> {
  const clock = new VirtualClock();
  const config = parseConfig(kind, fields);
  const box = new FakeBox(clock);
  const traffic = new TrafficRecorder(clock).openLog(secretValuesOf(config));
  const sim = createSim(config, { clock, boxes: [box], takePhoto, modules });
  const port = await sim.start(0);
  const driver = createDriver(config, {
    address: { host: '127.0.0.1', port: otherPort ?? port },
    clock,
    openModbus: tamper(createModbusTcp(clock)),
    openLines: createLineTcp(clock),
    openFtp: createFtp(clock),
    openHttp: tamperFrames(tamper, createHttp(clock), clock),
    openScanner: createScanner(clock),
    openStream: createStreamTcp(clock),
    modules,
    openPorts: () => box.open(),
    sharedSpace,
    traffic,
  });
  const bench: DeviceBench = {
    clock,
    config,
    sim,
    driver,
    port,
    box,
    traffic,
    settle: (promise) => settleOn(clock, promise),
    waitForState: (isWanted) => waitForState(clock, driver, isWanted),
    pass: (ms) => passOn(clock, ms),
    restartSim: async () => void (await sim.start(port)),
    close: async () => {
      await settleOn(clock, driver.close());
      await sim.close();
    },
  };
  driver.start();
  if (!isUnread) await bench.settle(driver.whenKnown());
  return bench;
}

export async function settleOn<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const mark = () => {
    isSettled = true;
  };
  promise.then(mark, mark);
  await stepUntil(clock, () => isSettled, 'the promise did not settle');
  return promise;
}

async function waitForState(clock: VirtualClock, driver: AnyDriver, isWanted: (state: EquipmentLiveState) => boolean) {
  await stepUntil(clock, () => isWanted(driver.state()), 'the driver did not reach the wanted state');
  return driver.state();
}

async function passOn(clock: VirtualClock, ms: number): Promise<void> {
  const end = clock.now() + ms;
  await stepUntil(clock, () => clock.now() >= end, 'time did not pass');
}

async function stepUntil(clock: VirtualClock, isDone: () => boolean, complaint: string): Promise<void> {
  const end = clock.now() + limitMS;
  await letSocketsTalk();
  while (!isDone()) {
    if (clock.now() > end) throw new Error(`${complaint} within ${limitMS} ms of virtual time`);
    await clock.advance(stepMS);
    await letSocketsTalk();
  }
}

/** Runs the event loop often enough for a request and its answer to pass through the kernel's loopback. */
async function letSocketsTalk(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}
