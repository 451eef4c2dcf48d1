import { type Clock, ProductError, realTimeOf } from '@cellwright/domain/basics';
import {
  type EquipmentLiveState,
  type EquipmentRecord,
  type Readiness,
  visionMethodSchema,
} from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import type { CameraDevice, CameraSample, ForceSample } from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { ActuationRequest } from '../domain/actuation.ts';
import type { FlangeUseStore } from '../domain/flange-use.ts';
import type { Inventory } from '../domain/inventory.ts';
import type { NetworkRequests } from '../domain/network-requests.ts';
import type { Probes } from '../domain/probes.ts';
import { showRecord } from '../domain/read-draft.ts';
import type { Rehearsals } from '../domain/rehearsals.ts';
import { type Session, sessionOf } from '../domain/stop-epochs.ts';
import type { VisionMethods, VisionTarget } from '../vision/vision-methods.ts';
import { streamForce, streamFrames } from './device-streams.ts';

export interface EquipmentRpcDeps {
  readonly inventory: Inventory;
  readonly flange: FlangeUseStore;
  readonly actuate: (request: ActuationRequest, signal: AbortSignal) => Promise<string>;
  readonly probe: Probes;
  readonly network: NetworkRequests;
  readonly rehearsals: Rehearsals;
  readonly clock: Clock;
  readonly vision: Pick<VisionMethods, 'run'>;
  readonly aimAt: (record: EquipmentRecord, session: Session) => VisionTarget;
  readonly devices: {
    state(record: EquipmentRecord, session: Session): Promise<EquipmentLiveState>;
    stop(session: Session, stopEpoch: number): Promise<void>;
    checkReadiness(record: EquipmentRecord, session: Session, signal: AbortSignal): Promise<Readiness>;
    followForce(record: EquipmentRecord, session: Session, listener: (sample: ForceSample) => void): () => void;
    followCamera(record: EquipmentRecord, session: Session, listener: (sample: CameraSample) => void): () => void;
    camera(record: EquipmentRecord, session: Session): CameraDevice;
  };
}

/** Creates EquipmentService of proto/cellwright/equipment.proto. */
export function createEquipmentService({
  inventory,
  flange,
  actuate,
  network,
  devices,
  clock,
  vision,
  aimAt,
}: Omit<EquipmentRpcDeps, 'probe' | 'rehearsals'>): GrpcService {
  return grpcService(EquipmentServiceService, {
    listEquipment: async ({ enabledOnly, capability }) => {
      const records = (await inventory.list()).filter(
        ({ isEnabled, config }) => (isEnabled || !enabledOnly) && hasCapability(config.kind, capability),
      );
      const onFlange = await flange.list();
      return {
        recordsJson: records.map((record) => toJson(showRecord(record))),
        onFlange: [...onFlange].filter((id) => hasRecord(records, id)),
      };
    },
    getLiveState: async ({ id, robotKind, isTwin }) => ({
      stateJson: toJson(await devices.state(await inventory.get(id), readSession(robotKind, isTwin))),
    }),
    actuate: async (
      { equipmentId, robotKind, isTwin, stopEpoch, capability, commandJson, idempotencyKey, timeLimitMs },
      { signal },
    ) => ({
      resultJson: Buffer.from(
        await actuate(
          {
            equipmentID: equipmentId,
            session: readSession(robotKind, isTwin),
            stopEpoch,
            capability,
            commandJson: Buffer.from(commandJson).toString('utf8'),
            idempotencyKey,
            timeLimitMS: timeLimitMs,
          },
          signal,
        ),
      ),
    }),
    sendHttpRequest: async ({ robotKind, isTwin, stopEpoch, requestJson, idempotencyKey }, { signal }) => {
      const session = readSession(robotKind, isTwin);
      const request = { session, stopEpoch, requestJson: Buffer.from(requestJson).toString('utf8'), idempotencyKey };
      return { resultJson: Buffer.from(await network.request(request, signal)) };
    },
    async *followForce({ equipmentId, robotKind, isTwin }, { signal }) {
      const record = await inventory.choose(equipmentId, 'forceSensor');
      yield* streamForce((listener) => devices.followForce(record, readSession(robotKind, isTwin), listener), signal);
    },
    async *followCamera({ equipmentId, robotKind, isTwin }, { signal }) {
      const record = await inventory.get(equipmentId);
      const session = readSession(robotKind, isTwin);
      yield* streamFrames((listener) => devices.followCamera(record, session, listener), realTimeOf(clock), signal);
    },
    runVisionMethod: async ({ equipmentId, robotKind, isTwin, method, argsJson }, { signal }) => {
      const target = aimAt(await inventory.get(equipmentId), readSession(robotKind, isTwin));
      const args: unknown = JSON.parse(Buffer.from(argsJson).toString('utf8'));
      return { answerJson: toJson(await vision.run(visionMethodSchema.parse(method), target, args, signal)) };
    },
    stopDevices: async ({ robotKind, isTwin, stopEpoch }) => {
      const session = readSession(robotKind, isTwin);
      network.stop(session, stopEpoch);
      await devices.stop(session, stopEpoch);
      return {};
    },
    holdOnFlange: async ({ robotKind, equipmentId }) => {
      await flange.hold(readRobotKind(robotKind), equipmentId === '' ? null : equipmentId);
      return {};
    },
  });
}

function hasRecord(records: readonly EquipmentRecord[], id: string): boolean {
  return records.some((record) => record.id === id);
}

function hasCapability(kind: string, wanted: string): boolean {
  return wanted === '' || capabilitiesOfKind(kind).some((name) => name === wanted);
}

function readSession(robotKind: WireRobotKind, isTwin: boolean): Session {
  return sessionOf(readRobotKind(robotKind), isTwin);
}

function readRobotKind(robotKind: WireRobotKind): RobotKind {
  if (robotKind === WireRobotKind.ROBOT_KIND_LIVE) return 'live';
  if (robotKind === WireRobotKind.ROBOT_KIND_SIMULATED) return 'simulated';
  throw new ProductError('request_failed_validation', 'Choose a robot: live or simulated');
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
