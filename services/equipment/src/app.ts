/** The parts of the equipment service: records, drivers and simulators; `build` assembles them. */

import { type Clock, createAgeTime } from '@cellwright/domain/basics';
import {
  createFtp,
  createHttp,
  createLineTcp,
  createModbusTcp,
  createScanner,
  createStreamTcp,
  type OpenSocket,
} from '@cellwright/equipment/drivers';
import {
  createScaledClock,
  type EventBus,
  type Health,
  type Logger,
  type Metrics,
  startOutboxRelay,
} from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { createEgress, type EgressSettings } from '@cellwright/service-kit/egress';
import { hostEntities } from '@cellwright/service-kit/entities';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { bringUpToDate, type MigrationMode } from '@cellwright/service-kit/postgres';
import { createPhotoStudio } from './cameras/photo-studio.ts';
import { createConnectionTest } from './devices/connection-test.ts';
import { DeviceManager } from './devices/device-manager.ts';
import { findSimulatorPort } from './devices/free-port.ts';
import { createRecordFollower } from './devices/record-follower.ts';
import { createSimulators, foreignSimulators } from './devices/simulators.ts';
import { createActuation } from './domain/actuation.ts';
import { createInspection } from './domain/inspection.ts';
import { createInventory } from './domain/inventory.ts';
import { createNetworkRequests } from './domain/network-requests.ts';
import { createProbes } from './domain/probes.ts';
import { createRehearsals } from './domain/rehearsals.ts';
import { StopEpochs } from './domain/stop-epochs.ts';
import { createEquipmentHooks } from './entities/equipment.ts';
import { createStatePublisher } from './events/state-publisher.ts';
import { migrationSettings } from './migrations.ts';
import { createHttpClient } from './network/http-client.ts';
import { createDeviceModules } from './packages/device-modules.ts';
import { createEquipmentCalls } from './rpc/equipment-calls.ts';
import { createEquipmentService } from './rpc/equipment-service.ts';
import { connectPortOwners } from './rpc/port-owners.ts';
import { connectProtocolPorts } from './rpc/protocol-ports.ts';
import { connectRobotPorts } from './rpc/robot-ports.ts';
import { createCommandStore } from './store/command-store.ts';
import { connectDatabase } from './store/database.ts';
import { createFlangeStore } from './store/flange-store.ts';
import { createRecordReader } from './store/record-reader.ts';
import { createCameraCalibrator } from './vision/calibrate-camera.ts';
import { createVisionMethods } from './vision/vision-methods.ts';
import { createAim } from './vision/vision-target.ts';
import { createVisionThread } from './vision/vision-thread.ts';

/** Lifetime of the idempotency keys of commands, and interval at which older ones are deleted. */
const commandMemoryMS = 7 * 24 * 3_600_000;
const forgetEveryMS = 24 * 3_600_000;

export interface EquipmentServiceDeps {
  readonly databaseUrl: string;
  /** Folder of this service's migrations. */
  readonly migrations: string;
  /** If absent, this process applies the migrations. */
  readonly migrationMode?: MigrationMode;
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** True if this process also runs the simulators of the devices, on loopback. */
  readonly runSimulators: boolean;
  /** Rules for hosts in user input. */
  readonly egress: EgressSettings;
  /** gRPC address of the routine runner, host:port, which gives access to devices wired to the ports of its robots. */
  readonly runnerAddress?: string | undefined;
  /** gRPC addresses of the services that assign ports of the control box: to safety rules, and to external control. */
  readonly libraryAddress?: string | undefined;
  readonly identityAddress?: string | undefined;
  /** Folder with the packages of kinds; undefined for none. */
  readonly packagesPath?: string | undefined;
  /** Factor by which devices are faster than real time. Default 1. */
  readonly timeScale?: number;
  readonly peers: Peers<'equipment'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Builds the service for equipment records with their drivers and simulators. */
export async function build(deps: EquipmentServiceDeps) {
  const { databaseUrl, peers, bus, log, metrics, health } = deps;
  const clock = createScaledClock(deps.clock, deps.timeScale ?? 1);
  const now = () => clock.wallNow();
  const database = connectDatabase(databaseUrl);
  health.addCheck('equipment database', database.ping);
  let relay: ReturnType<typeof startOutboxRelay> | undefined;
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  const commands = createCommandStore(database.db);
  const states = createStatePublisher({ bus, clock, log });
  const ports = connectRobotPorts({
    address: deps.runnerAddress,
    proofs: peers.proofs,
    clock: deps.clock,
    metrics,
    log,
  });
  const owners = { runner: deps.runnerAddress, library: deps.libraryAddress, identity: deps.identityAddress };
  const portOwners = connectPortOwners({ addresses: owners, proofs: peers.proofs, log, metrics });
  const studio = createPhotoStudio({ getView: ports.getView, clock: deps.clock });
  const visionThread = createVisionThread(deps.clock);
  const vision = createVisionMethods(deps.clock, visionThread);
  const calibrator = createCameraCalibrator(visionThread, deps.clock);
  const modules = createDeviceModules({ path: deps.packagesPath, log });
  const simulators = deps.runSimulators
    ? createSimulators({ clock, log, boxes: ports.boxes, takePhoto: studio.take, modules })
    : foreignSimulators;
  const protocolPorts = connectProtocolPorts({ address: deps.identityAddress, proofs: peers.proofs, log, metrics });
  const egress = createEgress({ ...deps.egress, clock: deps.clock, listOwnPorts: protocolPorts.list });
  const transportsOver = (openSocket?: OpenSocket) => ({
    openModbus: createModbusTcp(deps.clock, openSocket),
    openLines: createLineTcp(deps.clock, openSocket),
    openFtp: createFtp(deps.clock, openSocket),
    openHttp: createHttp(deps.clock, openSocket),
    openScanner: createScanner(deps.clock, openSocket),
    openStream: createStreamTcp(deps.clock, openSocket),
  });
  const transports = { toDevice: transportsOver(egress.openSocket), toSimulator: transportsOver() };
  const onState = states.publish;
  const devices = new DeviceManager({
    clock,
    transports,
    openPorts: ports.open,
    openSpace: ports.openSpace,
    modules,
    simulators,
    epochs: new StopEpochs(),
    onState,
  });
  const hooks = createEquipmentHooks({
    list: () => inventory.list(),
    findSimulatorPort,
    refuseHost: egress.refuseTyped,
    listPortOwners: portOwners.list,
    onChange: () => follower.follow(),
  });
  const entities = hostEntities({
    owner: 'equipment',
    db: database.entities,
    hooks: { equipment: hooks },
    onCommitted: () => relay?.wake(),
    clock,
    log,
  });
  const inventory = createInventory(createRecordReader(entities.store));
  const follower = createRecordFollower({ list: inventory.list, followers: [devices, simulators], clock, log });
  const aimAt = createAim({
    camera: (...wanted) => devices.camera(...wanted),
    getPosition: ports.getPosition,
    host: entities.host('cameraCalibrations'),
  });
  const flange = createFlangeStore(database.db);
  const onUnrecorded = (key: string, error: unknown) =>
    log.error('the outcome of a command was not recorded', { key, error });
  const once = { commands, now, onUnrecorded };
  const actuate = createActuation({ ...once, clock, choose: inventory.choose, devices });
  const probe = createProbes({ choose: inventory.choose, probe: (...asked) => devices.probe(...asked) });
  const network = createNetworkRequests({
    ...once,
    enterEpoch: (session, stopEpoch) => devices.enterEpoch(session, stopEpoch),
    send: createHttpClient(deps.clock, egress.openSocket),
  });
  const rehearsals = createRehearsals({ get: inventory.get, find: simulators.find });
  const testConnection = createConnectionTest({
    ...{ clock, transports, modules },
    findConnected: (address) => devices.findConnected(address),
    findPort: () => findSimulatorPort(new Set()),
    takePhoto: studio.take,
  });
  let cancelForgetting = () => {};
  const readAgeTime = createAgeTime(clock);
  const forgetOldCommands = async () => {
    await commands.forgetBefore(new Date(readAgeTime().getTime() - commandMemoryMS));
  };
  const forgetDaily = () => {
    cancelForgetting = clock.schedule(forgetEveryMS, () => {
      forgetOldCommands().catch((error: unknown) => log.warn('old commands were not forgotten', { error }));
      forgetDaily();
    });
  };
  return {
    simulators,
    async start(): Promise<{ address: string }> {
      const mode = deps.migrationMode ?? 'apply';
      const directory = deps.migrations;
      await bringUpToDate({ ...migrationSettings, mode, connectionString: databaseUrl, directory, log });
      relay = startOutboxRelay({ name: 'equipment', bus, store: database.outbox, log, metrics, clock });
      await entities.begin();
      await forgetOldCommands();
      forgetDaily();
      await follower.follow();
      const services = [
        entities.service,
        createEquipmentService({ inventory, flange, actuate, network, devices, vision, aimAt, clock }),
        createEquipmentCalls({
          ...{ inventory, devices, actuate, probe, rehearsals, vision, calibrator, aimAt },
          inspect: createInspection({ ...inventory, devices, clock }),
          testConnection,
          record: entities.store.record,
        }),
      ];
      const { port, host } = deps;
      server = await startGrpcServer({ services, port, host, callers: peers.gate, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      // Devices first: a command in progress ends as stopped, and the server does not have to wait for it.
      cancelForgetting();
      entities.close();
      follower.close();
      await devices.close();
      await server?.close(signal);
      await simulators.close();
      await modules.close();
      await studio.close();
      await vision.close();
      ports.close();
      portOwners.close();
      protocolPorts.close();
      states.close();
      await relay?.stop();
      await database.close();
    },
  };
}
