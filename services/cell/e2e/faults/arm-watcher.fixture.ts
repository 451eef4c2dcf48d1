import {
  type ControllerLogEntry,
  type ControllerState,
  connectController,
  type RobotDriver,
} from '@cellwright/controller-link';
import { type Clock, systemClock } from '@cellwright/service-kit';
import { anyProof } from '@cellwright/service-kit/testing/peers';

/** Returns the machine's monotonic clock, which controllers use in their log, seconds. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e9;
}

/** Observer of a controller: its state changes and its log, which is the oracle. */
export interface ArmWatcher {
  readonly driver: RobotDriver;
  readonly state: ControllerState;
  /** Resolves at the first matching state. */
  until(what: string, fits: (state: ControllerState) => boolean, withinMS?: number): Promise<ControllerState>;
  /** Index of the newest log entry. */
  newestIndex(): Promise<number>;
  /** Returns all log entries above an index. */
  readLog(after: number): Promise<ControllerLogEntry[]>;
  /** Returns the same once it is complete. */
  readLogUntil(
    what: string,
    after: number,
    isComplete: (entries: readonly ControllerLogEntry[]) => boolean,
    withinMS?: number,
  ): Promise<ControllerLogEntry[]>;
  close(): Promise<void>;
}

export async function watchArm(port: number, clock: Clock = systemClock): Promise<ArmWatcher> {
  const connected = await connectController({
    proof: anyProof,
    host: '127.0.0.1',
    port,
    clock,
    commander: 'oracle',
    takesCommand: false,
  });
  if (!connected.ok) throw new Error(connected.reason);
  const { driver } = connected;
  const page = async (after: number, limit: number) => {
    const log = await driver.getLog({ after, limit });
    if (!log) throw new Error('the controller does not give its log');
    return log;
  };
  const readLog = async (after: number): Promise<ControllerLogEntry[]> => {
    const entries: ControllerLogEntry[] = [];
    for (;;) {
      const log = await page(entries.at(-1)?.index ?? after, 1000);
      entries.push(...log.entries);
      if (log.entries.length === 0) return entries;
    }
  };
  return {
    driver,
    get state() {
      return driver.state;
    },
    until: (what, fits, withinMS = 20_000) => untilState(driver, what, fits, withinMS),
    newestIndex: async () => (await page(Number.MAX_SAFE_INTEGER, 1)).newest,
    readLog,
    async readLogUntil(what, after, isComplete, withinMS = 20_000) {
      const end = clock.now() + withinMS;
      for (;;) {
        const entries = await readLog(after);
        if (isComplete(entries)) return entries;
        if (clock.now() >= end) throw new Error(`not within ${withinMS} ms in the log: ${what}`);
        await clock.sleep(20);
      }
    },
    close: () => driver.close(),
  };
}

function untilState(
  driver: RobotDriver,
  what: string,
  fits: (state: ControllerState) => boolean,
  withinMS: number,
): Promise<ControllerState> {
  if (fits(driver.state)) return Promise.resolve(driver.state);
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      stopListening();
      stopWaiting();
      act();
    };
    const timer = setTimeout(() => end(() => reject(new Error(`not within ${withinMS} ms: ${what}`))), withinMS);
    const stopListening = driver.onState((state) => {
      if (fits(state)) end(() => resolve(state));
    });
    const stopWaiting = driver.onDisconnected((reason) => end(() => reject(new Error(`${what}: ${reason}`))));
  });
}

/** Returns the largest joint speed, rad/s. */
export function speedOf({ velocities }: { readonly velocities: readonly number[] }): number {
  return Math.max(...velocities.map(Math.abs));
}
