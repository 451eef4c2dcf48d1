import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { deviceMessages } from '@cellwright/domain/messages';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, createSim, type SimContext, type SimulatedBox } from '@cellwright/equipment/sims';
import type { Logger } from '@cellwright/service-kit';

const retryMS = 5000;

export interface SimulatorsDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** The control boxes of wired devices. */
  readonly boxes?: readonly SimulatedBox[];
  /** Takes the pictures of simulated cameras. */
  readonly takePhoto?: SimContext['takePhoto'];
  /** Runs the simulated devices of packages. */
  readonly modules?: SimContext['modules'];
}

/** Runs the simulators of enabled devices, each on its record's simulatorPort on loopback. */
export interface Simulators {
  /** Starts, stops and restarts simulators until they match the records. */
  sync(records: readonly EquipmentRecord[]): Promise<void>;
  /** Returns the reason why a device's simulator does not run, for the operator; undefined when it runs. */
  problemOf(record: EquipmentRecord): string | undefined;
  /** Returns the running simulator of a device: tests insert parts and faults. */
  find(id: string): AnySim | undefined;
  close(): Promise<void>;
}

interface Entry {
  /** Changes when the record needs another simulator. */
  readonly key: string;
  readonly sim: AnySim;
  readonly port: number;
  problem: string | undefined;
  cancelRetry: () => void;
}

export function createSimulators({ clock, log, boxes = [], takePhoto, modules }: SimulatorsDeps): Simulators {
  const entries = new Map<string, Entry>();
  let turn: Promise<void> = Promise.resolve();

  const start = async (id: string, entry: Entry): Promise<void> => {
    try {
      await entry.sim.start(entry.port);
      entry.problem = undefined;
      log.info('simulator started', { equipmentID: id, port: entry.port });
    } catch (error) {
      entry.problem = describeStartProblem(error, entry.port);
      log.warn('simulator not started', { equipmentID: id, port: entry.port, error });
      entry.cancelRetry = clock.schedule(retryMS, () => void inTurn(() => retry(id, entry)));
    }
  };
  const retry = async (id: string, entry: Entry): Promise<void> => {
    if (entries.get(id) === entry) await start(id, entry);
  };
  const remove = async (id: string, entry: Entry): Promise<void> => {
    entries.delete(id);
    entry.cancelRetry();
    await entry.sim.close();
  };
  const align = async (records: readonly EquipmentRecord[]): Promise<void> => {
    const wanted = new Map(records.flatMap((record) => (wantsSimulator(record) ? [[record.id, record]] : [])));
    for (const [id, entry] of [...entries]) {
      const record = wanted.get(id);
      if (!record || keyOf(record) !== entry.key) await remove(id, entry);
    }
    for (const [id, record] of wanted) {
      const entry = entries.has(id) ? undefined : createEntry(record, { clock, boxes, takePhoto, modules });
      if (!entry) continue;
      entries.set(id, entry);
      await start(id, entry);
    }
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work);
    return turn;
  };

  return {
    sync: (records) => inTurn(() => align(records)),
    problemOf: ({ id }) => {
      const entry = entries.get(id);
      return entry ? entry.problem : deviceMessages.simulatorNotRunning;
    },
    find: (id) => entries.get(id)?.sim,
    close: () => inTurn(() => align([])),
  };
}

/** Simulators of a cell that run elsewhere. */
export const foreignSimulators: Simulators = {
  sync: async () => undefined,
  problemOf: () => undefined,
  find: () => undefined,
  close: async () => undefined,
};

function wantsSimulator(record: EquipmentRecord): record is EquipmentRecord & { simulatorPort: number } {
  return record.isEnabled && record.simulatorPort !== undefined;
}

function keyOf({ config, simulatorPort }: EquipmentRecord): string {
  return JSON.stringify([config, simulatorPort]);
}

function createEntry(record: EquipmentRecord & { simulatorPort: number }, context: SimContext): Entry | undefined {
  const parsed = parseEquipmentConfig(record.config);
  if (!parsed.isValid) return undefined;
  const sim = createSim(parsed.config, context);
  return { key: keyOf(record), sim, port: record.simulatorPort, problem: undefined, cancelRetry: () => undefined };
}

function describeStartProblem(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Another program uses simulator port ${port}. Stop it, or choose another simulatorPort`;
  if (code === 'EACCES')
    return `This user is not allowed to open simulator port ${port}. Choose a simulatorPort above 1023`;
  return `The simulator could not open port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}
