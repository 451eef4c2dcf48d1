import type { Clock } from '@cellwright/domain/basics';
import type {
  DeviceError,
  EquipmentInspection,
  EquipmentLiveState,
  EquipmentRecord,
  InspectedDevice,
  TrafficConnection,
} from '@cellwright/domain/equipment';
import type { Session } from './stop-epochs.ts';

/** Maximum frames of a connection when one device is inspected, and when all are. */
const framesPerConnection = { one: 50, all: 20 };
/** Maximum frames of an answer for all devices. */
const maxFramesOfAll = 200;

export interface InspectionDeps {
  readonly list: () => Promise<readonly EquipmentRecord[]>;
  /** @throws ProductError not_found */
  readonly get: (id: string) => Promise<EquipmentRecord>;
  readonly devices: {
    state(record: EquipmentRecord, session: Session): Promise<EquipmentLiveState>;
    history(
      record: EquipmentRecord,
      session: Session,
      maxFrames: number,
    ): { readonly errors: readonly DeviceError[]; readonly connections: readonly TrafficConnection[] };
  };
  readonly clock: Clock;
}

export type Inspect = ReturnType<typeof createInspection>;

/** Inspects one device, or all devices of the cell, as a session reaches them. */
export function createInspection({ list, get, devices, clock }: InspectionDeps) {
  return async (id: string | undefined, session: Session): Promise<EquipmentInspection> => {
    const records = id === undefined ? await list() : [await get(id)];
    const maxFrames = framesPerConnection[id === undefined ? 'all' : 'one'];
    const inspect = async (record: EquipmentRecord): Promise<InspectedDevice> => {
      const state = await devices.state(record, session);
      const { errors, connections } = devices.history(record, session, maxFrames);
      const { kind, name } = record.config;
      const { isEnabled } = record;
      return { id: record.id, name, kind, isEnabled, state, errors: [...errors], connections: [...connections] };
    };
    const inspected = await Promise.all(records.map(inspect));
    return {
      takenAt: clock.wallNow().toISOString(),
      devices: id === undefined ? keepNewest(inspected) : inspected,
    };
  };
}

/** Removes the frames that are older than the newest ones of the cell. */
function keepNewest(devices: readonly InspectedDevice[]): InspectedDevice[] {
  const sequences = devices.flatMap(({ connections }) =>
    connections.flatMap(({ frames }) => frames.map(({ sequence }) => sequence)),
  );
  const first = sequences.toSorted((one, other) => other - one)[maxFramesOfAll - 1] ?? 0;
  return devices.map((device) => ({
    ...device,
    connections: device.connections.map((connection) => ({
      ...connection,
      frames: connection.frames.filter(({ sequence }) => sequence >= first),
    })),
  }));
}
