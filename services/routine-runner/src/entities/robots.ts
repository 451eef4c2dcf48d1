import { isDeepStrictEqual } from 'node:util';
import { createId, ProductError } from '@cellwright/domain/basics';
import {
  assignPorts,
  type IOPort,
  type IOPortOwner,
  ioPortShortName,
  listPorts,
  type RobotKind,
  type RobotOperationMode,
  type RobotPortList,
  type RobotRecord,
  type RobotRecordMode,
  robotKindSchema,
  robotPortLists,
  robotRecordSchema,
} from '@cellwright/domain/robot';
import type { Subject } from '@cellwright/entities';
import type { EntityHooks, EntityHost } from '@cellwright/service-kit/entities';
import type { RobotFacts } from '../domain/session/robot-reporter.ts';

/** The sessions themselves; no caller from outside is this object. */
const sessions: Subject = { subjectID: '', name: '', permissions: [] };

// Sound: the keys of an object that is written out above them.
const portLists = Object.keys(robotPortLists) as RobotPortList[];

/** Author of changes of port owners; no outside caller can be this object. */
const assigning: Subject = { subjectID: '', name: '', permissions: [] };

/** Hooks of the robot's records: people set names, sessions set the rest. */
export const robotHooks: EntityHooks<RobotRecord> = {
  seed() {
    const robotID = createId('robot');
    return robotKindSchema.options.map((id) => createRobot(id, robotID));
  },
  beforeSave(next, previous, { caller }) {
    if (caller === sessions) return withShortNames({ ...next, ...settingsOf(previous) });
    if (caller === assigning) {
      return { ...previous, ...changePorts(next, previous, takeAssignment), flangeSupply: next.flangeSupply };
    }
    const { name, serialNumber } = next;
    const changed = { ...previous, name, serialNumber, ...changePorts(next, previous, rename) };
    refuseOthers(next, changed);
    return changed;
  },
};

/** Writes the session's fields of the robot's record. */
export async function saveRobotFacts(
  host: EntityHost,
  robotKind: RobotKind,
  { safetyPorts, ...facts }: Partial<RobotFacts>,
): Promise<void> {
  const { mode } = await readRobot(host);
  const told = { ...facts, mode: modeOfRecord(robotKind, mode === 'assembly') };
  const request = { id: robotKind, text: JSON.stringify(told), isMerge: true, expectedVersion: undefined };
  await host.save(request, sessions, '');
  if (safetyPorts) await saveAssignments(host, robotKind, 'safetyIO', safetyPorts);
}

/** Writes the mode of both records. */
export async function saveOperationMode(host: EntityHost, mode: RobotOperationMode): Promise<void> {
  for (const id of robotKindSchema.options) {
    const text = JSON.stringify({ mode: modeOfRecord(id, mode === 'assembly') });
    await host.save({ id, text, isMerge: true, expectedVersion: undefined }, sessions, '');
  }
}

/** Returns the record of the live robot; its id and mode hold for both. */
export async function readRobot(host: EntityHost): Promise<RobotRecord> {
  const { text } = await host.get('live');
  return robotRecordSchema.parse(JSON.parse(text));
}

function modeOfRecord(id: RobotKind, isAssembly: boolean): RobotRecordMode {
  return isAssembly ? 'assembly' : id;
}

/**
 * Stores which ports of a robot have an exclusive user, by full name.
 * @param wiring known facts about the flange; unchanged if omitted
 * @throws ProductError conflict when the record was changed at the same moment; try again.
 */
export async function saveAssignments(
  host: EntityHost,
  robotKind: RobotKind,
  owner: IOPortOwner,
  names: readonly string[],
  wiring: Partial<Pick<RobotRecord, 'flangeSupply'>> = {},
): Promise<void> {
  const { text, version } = await host.get(robotKind);
  const record = robotRecordSchema.parse(JSON.parse(text));
  const own = new Set(names);
  const lists = Object.fromEntries(portLists.map((list) => [list, assignPorts(record[list], owner, own)]));
  const change = { flangeSupply: record.flangeSupply, ...wiring, ...lists };
  const isSame = [...portLists, 'flangeSupply' as const].every(
    (name) => JSON.stringify(Reflect.get(change, name)) === JSON.stringify(record[name]),
  );
  if (isSame) return;
  const request = { id: robotKind, text: JSON.stringify(change), isMerge: true, expectedVersion: version };
  await host.save(request, assigning, '');
}

function createRobot(id: RobotKind, robotID: string): RobotRecord {
  return {
    id,
    robotID,
    name: 'Cell',
    mode: id,
    isDefault: true,
    isTwin: false,
    model: '',
    serialNumber: '',
    inputs: listPorts('Input'),
    outputs: listPorts('Output'),
    relays: listPorts('Relay'),
    flangeInputs: listPorts('FlangeInput'),
    flangeOutputs: listPorts('FlangeOutput'),
    flangeSupply: null,
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

/** Replaces stored short names of ports by the current ones. */
function withShortNames(record: RobotRecord): RobotRecord {
  const lists = portLists.map((list) => [
    list,
    record[list].map((port) => ({ ...port, shortName: ioPortShortName(port) })),
  ]);
  return { ...record, ...Object.fromEntries(lists) };
}

/**
 * Refuses a change of fields that only the session of the robot sets, with their names.
 * @throws ProductError request_failed_validation
 */
function refuseOthers(next: RobotRecord, changed: RobotRecord): void {
  const fields = Object.entries(next).filter(([field, value]) => !isStored(value, Reflect.get(changed, field)));
  if (fields.length === 0) return;
  const names = fields.map(([field]) => field).join(', ');
  const message = `Only the name, the serial number and the port names of a robot can be set, not ${names}. Remove the rest`;
  const problems = fields.map(([fieldId]) => ({ kind: 'invalidConfiguration' as const, message, fieldId }));
  throw new ProductError('request_failed_validation', message, { problems });
}

/** True if the sent data equals the stored data; for ports, only those sent are compared. */
function isStored(sent: unknown, stored: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(stored)) return isDeepStrictEqual(sent, stored);
  return sent.every((port) => stored.some((kept) => isDeepStrictEqual(port, kept)));
}

function settingsOf({ name, robotID, isDefault, serialNumber, ...record }: RobotRecord) {
  const { inputs, outputs, relays, flangeInputs, flangeOutputs, flangeSupply } = record;
  const ports = { inputs, outputs, relays, flangeInputs, flangeOutputs, flangeSupply };
  return { name, robotID, isDefault, serialNumber, ...ports };
}

/** Keeps the ports of the control box, for any input. */
function changePorts(
  next: RobotRecord,
  previous: RobotRecord,
  change: (port: IOPort, wanted: IOPort) => IOPort,
): Partial<RobotRecord> {
  return Object.fromEntries(
    portLists.map((list) => [
      list,
      previous[list].map((port) => change(port, next[list].find(({ portID }) => portID === port.portID) ?? port)),
    ]),
  );
}

/** Users name ports and their levels. */
function rename(port: IOPort, { name, highSignalName, lowSignalName }: IOPort): IOPort {
  return { ...port, name, highSignalName, lowSignalName };
}

function takeAssignment(port: IOPort, { assignedTo }: IOPort): IOPort {
  return { ...port, assignedTo };
}
