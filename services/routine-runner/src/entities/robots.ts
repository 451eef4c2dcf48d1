import {
  createId,
  type IOPort,
  listPorts,
  type RobotKind,
  type RobotPortList,
  type RobotRecord,
  robotKindSchema,
  robotPortLists,
} from '@cellwright/domain';
import type { Subject } from '@cellwright/entities';
import type { EntityHooks, EntityHost } from '@cellwright/service-kit/entities';
import type { RobotFacts } from '../domain/session/robot-reporter.ts';

/** The sessions themselves; no caller from outside is this object. */
const sessions: Subject = { subjectID: '', name: '', permissions: [] };

// Sound: the keys of an object that is written out above them.
const portLists = Object.keys(robotPortLists) as RobotPortList[];

/** Rules of the robot's records: people set names, sessions say the rest. */
export const robotHooks: EntityHooks<RobotRecord> = {
  seed() {
    const robotID = createId('robot');
    return robotKindSchema.options.map((id) => createRobot(id, robotID));
  },
  beforeSave: (next, previous, { caller }) =>
    caller === sessions
      ? { ...next, ...settingsOf(previous) }
      : { ...previous, name: next.name, ...renamePorts(next, previous) },
};

/** Writes what a session says of its robot. */
export async function saveRobotFacts(
  host: EntityHost,
  robotKind: RobotKind,
  facts: Partial<RobotFacts>,
): Promise<void> {
  const request = { id: robotKind, text: JSON.stringify(facts), isMerge: true, expectedVersion: undefined };
  await host.save(request, sessions, '');
}

function createRobot(id: RobotKind, robotID: string): RobotRecord {
  return {
    id,
    robotID,
    name: 'Cell',
    isDefault: true,
    isTwin: false,
    model: '',
    serialNumber: '',
    inputs: listPorts('Input'),
    outputs: listPorts('Output'),
    relays: listPorts('Relay'),
    flangeInputs: listPorts('FlangeInput'),
    flangeOutputs: listPorts('FlangeOutput'),
    latestRoutineID: null,
    latestRoutineLoadedAt: null,
    routineRunnerState: { kind: 'Constructing', isPaused: false },
    routineIsPaused: false,
    speedRestrictionPercentage: 1,
    testRunCompletedAt: null,
    lastActiveAt: null,
    lastKnownLocalIP: null,
    lastKnownPublicIP: null,
    lastKnownEthernetIP: null,
    lastKnownWifiIP: null,
  };
}

function settingsOf({ name, robotID, isDefault, serialNumber, ...record }: RobotRecord) {
  const { inputs, outputs, relays, flangeInputs, flangeOutputs } = record;
  const ports = { inputs, outputs, relays, flangeInputs, flangeOutputs };
  return { name, robotID, isDefault, serialNumber, ...ports };
}

/** The ports are those of the control box, whatever is sent; people name them and their levels. */
function renamePorts(next: RobotRecord, previous: RobotRecord): Partial<RobotRecord> {
  return Object.fromEntries(portLists.map((list) => [list, previous[list].map((port) => rename(port, next[list]))]));
}

function rename(port: IOPort, wanted: readonly IOPort[]): IOPort {
  const { name, highSignalName, lowSignalName } = wanted.find(({ portID }) => portID === port.portID) ?? port;
  return { ...port, name, highSignalName, lowSignalName };
}
