import { type Clock, ProductError, rest, withEither } from '@cellwright/domain/basics';
import type {
  DeviceError,
  EquipmentLiveState,
  EquipmentRecord,
  ProbeRequest,
  Readiness,
  TrafficConnection,
} from '@cellwright/domain/equipment';
import { deviceMessages } from '@cellwright/domain/messages';
import {
  type AnyCommandedDevice,
  type CameraDevice,
  type CameraSample,
  type CommandedCapabilityName,
  commandedCapabilities,
  type ForceSample,
  type ProbeResult,
} from '@cellwright/equipment/capabilities';
import {
  addressOf,
  type EquipmentConfig,
  type NetworkAddress,
  noAddress,
  parseEquipmentConfig,
  secretValuesOf,
} from '@cellwright/equipment/contracts';
import {
  type AnyDriver,
  actuateWithin,
  createDriver,
  type DeviceModules,
  type DeviceTransports,
  type PortsTransport,
  type SharedSpace,
  type TrafficLog,
  TrafficRecorder,
} from '@cellwright/equipment/drivers';
import type { Session, StopEpochs } from '../domain/stop-epochs.ts';
import { ErrorLog } from './error-log.ts';
import type { Simulators } from './simulators.ts';

/** Maximum wait for the first reading of a device, and for the devices' answers to a stop. */
const firstAnswerMS = 1500;
const stopMS = 1000;

export interface DeviceManagerDeps {
  readonly clock: Clock;
  /**
   * Transports to addresses from user input, under the egress rules of the cell, and to simulators, whose address the
   * platform chose.
   */
  readonly transports: { readonly toDevice: DeviceTransports; readonly toSimulator: DeviceTransports };
  /**
   * Opens the ports of the robot that the session commands; outputs are sent in the epoch of the device's last command.
   */
  readonly openPorts: (session: Session, stopEpoch: () => number) => PortsTransport;
  /** Opens the space that a device shares with the arm of the session. */
  readonly openSpace?: (session: Session, equipmentID: string) => SharedSpace | undefined;
  /** Runs the modules of packages, for their device kinds. */
  readonly modules?: DeviceModules;
  readonly simulators: Simulators;
  readonly epochs: StopEpochs;
  readonly onState: (id: string, session: Session, state: EquipmentLiveState) => void;
}

/** A command to a device in its epoch. `command` was validated by the schema of the capability. */
export interface DeviceCommand {
  readonly record: EquipmentRecord;
  readonly session: Session;
  readonly stopEpoch: number;
  readonly capability: CommandedCapabilityName;
  readonly command: unknown;
  /** Time limit of the device, ms; the command fails afterwards. */
  readonly limitMS: number;
}

/** The driver of one session for one device. */
interface Link {
  /** Changes when the record describes another device. */
  readonly key: string;
  readonly name: string;
  readonly address: NetworkAddress;
  readonly driver: AnyDriver;
  readonly running: Set<{ readonly stopEpoch: number; readonly abort: AbortController }>;
  /** Epoch of the last command. */
  lastEpoch: number;
  readonly traffic: TrafficLog;
  readonly errors: ErrorLog;
}

/**
 * The drivers of the cell: one for each session and device, opened on first use. Simulated and twin sessions reach only
 * simulators; a live session reaches only the configured address.
 */
export class DeviceManager {
  readonly #deps: DeviceManagerDeps;
  readonly #links = new Map<Session, Map<string, Link>>();
  readonly #recorder: TrafficRecorder;
  #isClosed = false;

  constructor(deps: DeviceManagerDeps) {
    this.#deps = deps;
    this.#recorder = new TrafficRecorder(deps.clock);
  }

  /** Closes drivers whose device was removed, disabled or replaced. Their motion stops. */
  async sync(records: readonly EquipmentRecord[]): Promise<void> {
    const current = new Map(records.map((record) => [record.id, record]));
    const outdated: Promise<void>[] = [];
    for (const links of this.#links.values()) {
      for (const [id, link] of [...links]) {
        const record = current.get(id);
        if (record?.isEnabled && keyOf(record) === link.key) continue;
        links.delete(id);
        outdated.push(link.driver.close(`'${link.name}' ${describeChange(record)} in Devices during the command`));
      }
    }
    await Promise.all(outdated);
  }

  /** Returns the name of the device that the live session is connected to at an address; undefined for none. */
  findConnected({ host, port }: NetworkAddress): string | undefined {
    const isThere = ({ address, driver }: Link) =>
      address.host.toLowerCase() === host.toLowerCase() && address.port === port && driver.state().connected;
    return [...this.#linksOf('live').values()].find(isThere)?.name;
  }

  /** Returns the known state of a device; reads it first if it is unknown. */
  async state(record: EquipmentRecord, session: Session): Promise<EquipmentLiveState> {
    const opened = this.#open(record, session);
    if (!opened.ok) return { connected: false, status: 'error', error: opened.problem };
    const { driver } = opened.link;
    await this.#atMost(firstAnswerMS, driver.whenKnown());
    return driver.state();
  }

  /** Returns what happened between a device and its driver; nothing if this session has not used the device. */
  history(
    { id }: EquipmentRecord,
    session: Session,
    maxFrames: number,
  ): { readonly errors: readonly DeviceError[]; readonly connections: readonly TrafficConnection[] } {
    const link = this.#linksOf(session).get(id);
    return { errors: link?.errors.list() ?? [], connections: link?.traffic.read(maxFrames) ?? [] };
  }

  /**
   * Executes one command and returns the result of the capability. Failures of the device are results. @throws
   * ProductError if nothing was sent: the epoch has ended, or this session cannot reach the device.
   */
  async actuate(
    { record, session, stopEpoch, capability, command, limitMS }: DeviceCommand,
    caller: AbortSignal,
  ): Promise<unknown> {
    this.enterEpoch(session, stopEpoch);
    const opened = this.#open(record, session);
    if (!opened.ok) throw new ProductError('unavailable', opened.problem);
    const { link } = opened;
    const device: AnyCommandedDevice | undefined = link.driver.capabilities[capability];
    if (!device)
      throw new ProductError(
        'equipment_no_matching',
        `'${record.config.name}' is not a ${commandedCapabilities[capability].label}`,
      );
    const running = { stopEpoch, abort: new AbortController() };
    link.running.add(running);
    link.lastEpoch = stopEpoch;
    try {
      const { driver, name } = link;
      const actuated = { id: record.id, name, capability, device, driver };
      const result = await withEither(caller, running.abort.signal, (signal) =>
        actuateWithin(actuated, command, { clock: this.#deps.clock, limitMS, signal }),
      );
      link.errors.addResult(result);
      return result;
    } finally {
      link.running.delete(running);
    }
  }

  /** Reads registers of a device. @throws ProductError when this session cannot reach it. */
  async probe(
    record: EquipmentRecord,
    session: Session,
    request: ProbeRequest,
    signal: AbortSignal,
  ): Promise<ProbeResult> {
    const opened = this.#open(record, session);
    if (!opened.ok) throw new ProductError('unavailable', opened.problem);
    const { capabilities } = opened.link.driver;
    if (!capabilities.probe) {
      throw new ProductError('equipment_no_matching', `'${record.config.name}' has no registers`);
    }
    return capabilities.probe.probe(request, signal);
  }

  /** Checks whether a machine is set up to be tended. @throws ProductError when this session cannot reach it. */
  async checkReadiness(record: EquipmentRecord, session: Session, signal: AbortSignal): Promise<Readiness> {
    const opened = this.#open(record, session);
    if (!opened.ok) throw new ProductError('unavailable', opened.problem);
    const { readiness } = opened.link.driver.capabilities;
    if (!readiness) throw new ProductError('equipment_no_matching', `'${record.config.name}' has no readiness check`);
    return readiness.check(signal);
  }

  /**
   * Reports the measurements of a force sensor until the returned function is called, or the device is closed. @throws
   * ProductError when this session cannot reach it.
   */
  followForce(record: EquipmentRecord, session: Session, listener: (sample: ForceSample) => void): () => void {
    const opened = this.#open(record, session);
    if (!opened.ok) throw new ProductError('unavailable', opened.problem);
    const { forceSensor } = opened.link.driver.capabilities;
    if (!forceSensor) throw new ProductError('equipment_no_matching', `'${record.config.name}' is not a force sensor`);
    return forceSensor.follow(listener);
  }

  /**
   * Reports the frames of a camera until the returned function is called, or the device is closed. @throws ProductError
   * when this session cannot reach it.
   */
  followCamera(record: EquipmentRecord, session: Session, listener: (sample: CameraSample) => void): () => void {
    return this.camera(record, session).follow(listener);
  }

  /** Returns a camera. @throws ProductError when this session cannot reach it. */
  camera(record: EquipmentRecord, session: Session): CameraDevice {
    const opened = this.#open(record, session);
    if (!opened.ok) throw new ProductError('camera_disconnected', opened.problem);
    const { camera } = opened.link.driver.capabilities;
    if (!camera) throw new ProductError('equipment_no_matching', `'${record.config.name}' is not a camera`);
    return camera;
  }

  /**
   * Enters an epoch. A newer epoch stops the motions of older ones. @throws ProductError conflict when the epoch has
   * ended.
   */
  enterEpoch(session: Session, stopEpoch: number): void {
    const { epochs } = this.#deps;
    epochs.check(session, stopEpoch);
    if (epochs.note(session, stopEpoch)) void this.#stopOlder(session, stopEpoch);
  }

  /**
   * Ends commands and motion of every earlier epoch. Waits briefly for the devices, and for nothing else. A late stop,
   * after commands of its own epoch, leaves those alone.
   */
  async stop(session: Session, stopEpoch: number): Promise<void> {
    const { epochs } = this.#deps;
    epochs.note(session, stopEpoch);
    // An epoch below the newest means that the caller lost count: stop everything rather than nothing.
    const isCurrent = stopEpoch === epochs.newest(session);
    await this.#stopOlder(session, isCurrent ? stopEpoch : Number.POSITIVE_INFINITY);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const links = [...this.#links.values()].flatMap((each) => [...each.values()]);
    this.#links.clear();
    await Promise.all(
      links.map(({ driver }) => driver.close('The equipment service was shut down during the command')),
    );
  }

  async #stopOlder(session: Session, stopEpoch: number): Promise<void> {
    const stops: Promise<void>[] = [];
    for (const link of this.#linksOf(session).values()) {
      for (const command of link.running) if (command.stopEpoch < stopEpoch) command.abort.abort();
      if (link.lastEpoch < stopEpoch) stops.push(link.driver.stopMotion());
    }
    await this.#atMost(stopMS, Promise.all(stops));
  }

  #open(record: EquipmentRecord, session: Session): { ok: true; link: Link } | { ok: false; problem: string } {
    const links = this.#linksOf(session);
    const existing = links.get(record.id);
    const key = keyOf(record);
    if (existing?.key === key) return { ok: true, link: existing };
    const target = this.#findTarget(record, session);
    if (!target.ok) return target;
    if (existing)
      void existing.driver.close(`'${existing.name}' ${describeChange(record)} in Devices during the command`);
    const { clock, onState, modules } = this.#deps;
    const transports = session === 'live' ? this.#deps.transports.toDevice : this.#deps.transports.toSimulator;
    const openPorts = () => this.#deps.openPorts(session, () => links.get(record.id)?.lastEpoch ?? -1);
    const sharedSpace = this.#deps.openSpace?.(session, record.id);
    const traffic = this.#recorder.openLog(secretValuesOf(target.config));
    const errors = new ErrorLog(clock);
    const context = { ...transports, address: target.address, clock, openPorts, sharedSpace, modules, traffic };
    const driver = createDriver(target.config, context);
    const { address } = target;
    const { name } = record.config;
    const link: Link = { key, name, address, driver, running: new Set(), lastEpoch: -1, traffic, errors };
    links.set(record.id, link);
    driver.onChange((state) => {
      errors.addState(state);
      onState(record.id, session, state);
    });
    driver.start();
    return { ok: true, link };
  }

  #findTarget(
    record: EquipmentRecord,
    session: Session,
  ): { ok: true; config: EquipmentConfig; address: NetworkAddress } | { ok: false; problem: string } {
    const { name } = record.config;
    const { config, isValid } = parseEquipmentConfig(record.config);
    if (!isValid) return { ok: false, problem: deviceMessages.notConfigured(name, config.problems.join('. ')) };
    if (this.#isClosed) return { ok: false, problem: deviceMessages.serviceShutsDown };
    if (!record.isEnabled) return { ok: false, problem: deviceMessages.disabled(name) };
    const address = addressOf(config);
    const isWired = 'ports' in address;
    if (session === 'live') return { ok: true, config, address: isWired ? noAddress : address };
    if (record.simulatorPort === undefined) {
      return { ok: false, problem: deviceMessages.noSimulator(name) };
    }
    // If our simulator does not run, another program may use the port.
    const problem = this.#deps.simulators.problemOf(record);
    if (problem !== undefined) return { ok: false, problem };
    return { ok: true, config, address: { host: '127.0.0.1', port: record.simulatorPort } };
  }

  #linksOf(session: Session): Map<string, Link> {
    const existing = this.#links.get(session);
    if (existing) return existing;
    const links = new Map<string, Link>();
    this.#links.set(session, links);
    return links;
  }

  async #atMost(ms: number, work: Promise<unknown>): Promise<void> {
    const enough = new AbortController();
    const limit = rest(this.#deps.clock, ms, enough.signal);
    await Promise.race([work, limit]);
    enough.abort();
  }
}

/** Describes the change of a device whose driver is closed. */
function describeChange(record: EquipmentRecord | undefined): string {
  if (!record) return 'was removed';
  return record.isEnabled ? 'was changed' : 'was disabled';
}

function keyOf({ config, simulatorPort }: EquipmentRecord): string {
  return JSON.stringify([config, simulatorPort]);
}
