import { ProductError } from '@cellwright/domain/basics';
import {
  type EquipmentRecord,
  type Rehearsal,
  rehearseRequestSchema,
  type SimulatedDeviceFault,
  simulatedDeviceFaults,
} from '@cellwright/domain/equipment';
import { deviceMessages } from '@cellwright/domain/messages';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, setFault } from '@cellwright/equipment/sims';
import { simulatedFaultsOf } from '@cellwright/equipment/simulated-faults';
import type { Session } from './stop-epochs.ts';

export interface RehearsalDeps {
  /** @throws ProductError not_found */
  readonly get: (id: string) => Promise<EquipmentRecord>;
  /** Returns the simulator of a device, if this process runs it. */
  readonly find: (id: string) => AnySim | undefined;
}

export type Rehearsals = ReturnType<typeof createRehearsals>;

/**
 * Simulated faults of devices for tests and training. A fault belongs to its simulator and ends when the simulator
 * restarts.
 */
export function createRehearsals({ get, find }: RehearsalDeps) {
  const open = async (id: string, session: Session) => {
    const record = await get(id);
    const { name } = record.config;
    if (session === 'live') {
      const what = `For the live robot, '${name}' is the real device`;
      throw new ProductError('conflict', `${what}. Simulate its faults with the simulated robot`);
    }
    if (!record.isEnabled) throw new ProductError('conflict', deviceMessages.disabled(name));
    const sim = find(id);
    if (!sim) throw new ProductError('unavailable', `The simulator of '${name}' is not running here`);
    const parsed = parseEquipmentConfig(record.config);
    return { name, sim, possible: parsed.isValid ? simulatedFaultsOf(parsed.config) : [] };
  };
  return {
    /** @throws ProductError not_found, conflict, unavailable */
    async read(id: string, session: Session): Promise<Rehearsal> {
      const { sim, possible } = await open(id, session);
      return describe(sim, possible);
    },
    /**
     * Replaces the faults of the device by these. `record` is awaited first. @throws ProductError not_found, conflict,
     * unavailable, or invalid_parameters for a fault that the device does not support
     */
    async rehearse(
      id: string,
      session: Session,
      wanted: readonly string[],
      record: () => Promise<void>,
    ): Promise<Rehearsal> {
      const parsed = rehearseRequestSchema.safeParse({ faults: wanted });
      if (!parsed.success) throw new ProductError('invalid_parameters', 'This fault does not exist');
      const { faults } = parsed.data;
      const { name, sim, possible } = await open(id, session);
      const strange = faults.find((fault) => !possible.includes(fault));
      if (strange !== undefined) {
        throw new ProductError('invalid_parameters', `'${name}' does not support the fault '${strange}'`);
      }
      await record();
      for (const fault of possible) setFault(sim, fault, faults.includes(fault));
      return describe(sim, possible);
    },
  };
}

function describe({ faults }: AnySim, possible: readonly SimulatedDeviceFault[]): Rehearsal {
  return { possible: [...possible], active: simulatedDeviceFaults.filter((fault) => faults[fault]) };
}
