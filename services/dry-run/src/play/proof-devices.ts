import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { EquipmentLiveState, EquipmentRecord, SimulatedDeviceFault } from '@cellwright/domain/equipment';
import { deviceMessages, messages } from '@cellwright/domain/messages';
import {
  type AnyCommandedDevice,
  type CommandedCapabilityName,
  capabilities,
  commandedCapabilities,
  isCommandedCapability,
  resultSchemaOf,
} from '@cellwright/equipment/capabilities';
import { addressOf, capabilitiesOfKind, packagedDeviceOf, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import {
  type AnyDriver,
  actuateWithin,
  BoxInMemory,
  createDriver,
  createDryRunModules,
  createFtpInMemory,
  createHttpInMemory,
  createLinesInMemory,
  createModbusInMemory,
  createScannerInMemory,
  deviceTimeOf,
  type SharedSpace,
} from '@cellwright/equipment/drivers';
import { type AnySim, createSim, setFault } from '@cellwright/equipment/sims';
import {
  type CellEquipment,
  chooseForceSensor,
  findBase,
  interiorsOf,
  listEnabled,
  listTools,
  portClaimsOf,
  refuse,
  sensorIn,
  toolOf,
} from '@cellwright/routine-runner/simulation';
import { certainly, standInOn } from './stand-in-thing.ts';

interface Device {
  readonly record: EquipmentRecord;
  readonly driver: AnyDriver;
}

/** Simulated devices answer at this address and their number as a port. */
const host = 'in-memory';
/** Response time of a server, ms. */
const answerMS = 50;

export interface ProofDevices extends CellEquipment {
  /**
   * Takes effect immediately, whether or not the device was used before. Returns false if the device does not exist.
   */
  makeFault(equipment: string, fault: SimulatedDeviceFault): boolean;
  /** The arm presses on something: force, N, and torque, N·m, on its flange, in its frame. */
  press(flangeWrench: readonly number[]): void;
}

export interface ProofDeviceParts {
  /** Returns the space that a device shares with the arm. */
  readonly spaceOf?: (equipmentID: string) => SharedSpace | undefined;
  /** Called with every new state of a device that was opened. */
  readonly onState?: (equipmentID: string, state: EquipmentLiveState) => void;
}

function makeFault(sim: AnySim | undefined, fault: SimulatedDeviceFault): void {
  if (sim) setFault(sim, fault, true);
}

/**
 * The devices of a cell as their simulators, behind their own drivers, without a socket between.
 */
export function createProofDevices(
  records: readonly EquipmentRecord[],
  clock: Clock,
  { spaceOf = () => undefined, onState = () => undefined }: ProofDeviceParts = {},
): ProofDevices {
  const sims: AnySim[] = [];
  const faults = new Map<string, SimulatedDeviceFault[]>();
  const transports = {
    openModbus: createModbusInMemory(
      clock,
      ({ port }) => sims[port]?.registers,
      ({ port }) => sims[port]?.faults,
    ),
    openLines: createLinesInMemory(clock, ({ port }) => sims[port]?.lines),
    openFtp: createFtpInMemory(clock, ({ port }) => sims[port]?.files),
    openHttp: createHttpInMemory(
      clock,
      ({ port }) => sims[port]?.http,
      ({ port }) => sims[port]?.faults,
    ),
    openScanner: createScannerInMemory(
      clock,
      ({ port }) => sims[port]?.cyclic,
      ({ port }) => sims[port]?.faults,
    ),
  };
  const modules = createDryRunModules(packagedDeviceOf);
  const box = new BoxInMemory(clock);
  const openPorts = () => box.open();
  const devices = new Map<string, Device>();
  /** Ports of the devices that are open. */
  const ports = new Map<string, number>();
  const open = (record: EquipmentRecord): Device => {
    const known = devices.get(record.id);
    if (known) return known;
    const { config, isValid } = parseEquipmentConfig(record.config);
    if (!isValid) throw noMatching(`The configuration of '${record.config.name}' is not valid`);
    const sim = createSim(config, { clock, boxes: [box] });
    const port = sims.push(sim) - 1;
    // A wired device has no socket: it follows the box.
    if ('ports' in addressOf(config)) void sim.start(port);
    else sim.connectWires?.();
    const address = { host, port };
    const reached = { ...transports, address, clock, openPorts, sharedSpace: spaceOf(record.id), modules };
    const driver = createDriver(config, reached);
    for (const fault of faults.get(record.id) ?? []) makeFault(sims[port], fault);
    driver.onChange((state) => onState(record.id, state));
    driver.start();
    ports.set(record.id, port);
    const device = { record, driver };
    devices.set(record.id, device);
    return device;
  };
  return {
    makeFault(equipment, fault) {
      const record = records.find(({ id, config }) => id === equipment || config.name === equipment);
      if (!record) return false;
      faults.set(record.id, [...(faults.get(record.id) ?? []), fault]);
      makeFault(sims[ports.get(record.id) ?? -1], fault);
      return true;
    },
    async actuate({ capability, equipmentID, command, limitMS }, signal) {
      const asked = commandedCapabilities[capability];
      try {
        const { driver, record } = open(chooseDevice(records, capability, equipmentID));
        const device: AnyCommandedDevice | undefined = driver.capabilities[capability];
        if (!device) throw noMatching(`The device is not a ${asked.label}`);
        const actuated = { id: record.id, name: record.config.name, capability, device, driver };
        const limit = { clock, limitMS: deviceTimeOf(limitMS ?? asked.deadlineMS), signal };
        return resultSchemaOf(asked).parse(await actuateWithin(actuated, command, limit));
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, failure: { kind: asked.failureKind, message: error.message } };
      }
    },
    async sendHttpRequest({ request }) {
      await clock.sleep(answerMS);
      if (request.simulatedAnswer) return { ok: true, value: request.simulatedAnswer };
      const message = `A dry run sends no requests, and the step has no simulated response for ${request.method} ${request.url}`;
      return { ok: false, failure: { kind: 'NetworkRequestFailure', message } };
    },
    async readSensor({ equipmentID, sensorID }) {
      const record = records.find(({ id, isEnabled }) => id === equipmentID && isEnabled);
      if (!record) return { ok: false, message: messages.equipmentNotFound(equipmentID) };
      try {
        const { driver } = open(record);
        await driver.whenKnown();
        return sensorIn(driver.state(), sensorID);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, message: error.message };
      }
    },
    // No picture is taken: one object stands in for all, at the first position of the workplane.
    locate: async ({ wanted }) => ({ ok: true, value: [standInOn(wanted)] }),
    // The first class stands in for what would be seen.
    classify: async ({ wanted }) => ({ ok: true, value: wanted.classes.slice(0, 1).map(certainly) }),
    // Steps use the two above only.
    runVisionMethod: async () => refuse('unavailable', 'A dry run takes no pictures'),
    findWristCamera: async () => undefined,
    findForceSensor: async () => chooseForceSensor(records),
    followForce({ equipmentID }, listener) {
      const record = records.find(({ id, isEnabled }) => id === equipmentID && isEnabled);
      const end = record && open(record).driver.capabilities.forceSensor?.follow(listener);
      if (!end) listener({ ok: false, problem: messages.equipmentNotFound(equipmentID) });
      return end ?? (() => undefined);
    },
    press: (flangeWrench) => box.press(flangeWrench),
    async listCommandable(equipmentID) {
      const record = records.find(({ id }) => id === equipmentID);
      return record ? capabilitiesOfKind(record.config.kind).filter(isCommandedCapability) : [];
    },
    listEnabled: async (capability) => listEnabled(records, capability),
    stopDevices: async () => undefined,
    findTool: async (equipmentID) => toolOf(records, equipmentID),
    listTools: async () => listTools(records),
    findBase: () =>
      findBase(records, async (id) => {
        const record = records.find((each) => each.id === id);
        if (!record) return undefined;
        const { driver } = open(record);
        await driver.whenKnown();
        return driver.state();
      }),
    listPortClaims: async () => portClaimsOf(records),
    listInteriors: async () => interiorsOf(records),
    wakeDevice(_robotKind, _isTwin, equipmentID) {
      const record = records.find(({ id }) => id === equipmentID);
      if (record) open(record);
    },
    // A device that no step uses is not opened: its fingers do not move.
    readFingerWidth: async () => undefined,
    holdOnFlange: async () => undefined,
  };
}

/**
 * The device of a step, chosen as by the equipment service.
 * @throws ProductError with the solution
 */
export function chooseDevice(
  records: readonly EquipmentRecord[],
  capability: CommandedCapabilityName,
  equipmentID: string | undefined,
): EquipmentRecord {
  const { label } = capabilities[capability];
  const isOne = ({ config }: EquipmentRecord) => capabilitiesOfKind(config.kind).includes(capability);
  if (equipmentID !== undefined) {
    const record = records.find(({ id }) => id === equipmentID);
    if (!record) throw noMatching(messages.equipmentNotFound(equipmentID));
    if (!isOne(record)) throw noMatching(`'${record.config.name}' is not a ${label}. Choose another device`);
    if (!record.isEnabled) throw noMatching(deviceMessages.disabled(record.config.name));
    return record;
  }
  const [first, second] = records.filter((record) => record.isEnabled && isOne(record));
  if (!first) throw noMatching(`No ${label} is enabled. Add one in Devices, or enable it there`);
  if (second) throw noMatching(`There is more than one enabled ${label}. Choose one in the step`);
  return first;
}

function noMatching(message: string): ProductError {
  return new ProductError('equipment_no_matching', message);
}
