import { httpAnswerSchema, ProductError } from '@cellwright/domain/basics';
import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import type { RobotKind, WirePose } from '@cellwright/domain/robot';
import {
  type AnyCommandedCapability,
  commandedCapabilities,
  type ForceSample,
  isCommandedCapability,
  readFingerWidth,
  resultSchemaOf,
} from '@cellwright/equipment/capabilities';
import {
  capabilitiesOfKind,
  describeBase,
  findDrivenBase,
  flangeSupplyOf,
  interiorOf,
  isBaseDriven,
  parseEquipmentConfig,
  wiredPortsOf,
} from '@cellwright/equipment/contracts';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService, type FollowForceResponse } from '@cellwright/proto/equipment';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import type { PortResult } from '@cellwright/steps/framework';
import type { CellEquipment, MachineInterior, PortClaim, SessionLog } from '../domain/cell.ts';
import { connectCameras } from './cell-cameras.ts';
import { listEnabled, listTools, toolOf } from './cell-tools.ts';
import { sensorIn } from './sensor-readings.ts';

/** Maximum delay of a run by a request for records, ms: below what a user notices. */
const recordsTimeoutMS = 2000;
/** A push that takes longer loses its sensor, ms. */
const longestPushMS = 24 * 3_600_000;
/** Additional time for the equipment service to report a timeout, ms. */
const answerGraceMS = 5000;

/** The equipment service as the devices of the cell. */
export function connectEquipment(
  address: string,
  proofs: Pick<Proofs<'routine-runner'>, 'equipment'>,
  metrics: Metrics,
  log: SessionLog,
) {
  const client = connectPeer(EquipmentServiceService, { address, proof: proofs.equipment, metrics });
  const stored = connectPeer(EntityServiceService, { address, proof: proofs.equipment, metrics });
  const listRecords = async (): Promise<EquipmentRecord[]> => {
    const request = { enabledOnly: false, capability: '' };
    const { recordsJson } = await client.listEquipment(request, { deadlineMs: recordsTimeoutMS });
    return recordsJson.map(readRecord);
  };
  const equipment: CellEquipment = {
    ...connectCameras({ client, stored, listRecords }),
    async actuate({ equipmentID, robotKind, isTwin, stopEpoch, capability, command, idempotencyKey, limitMS }, signal) {
      const asked = commandedCapabilities[capability];
      const deadlineMs = Math.max(1, Math.floor(limitMS ?? asked.deadlineMS));
      try {
        const { resultJson } = await client.actuate(
          {
            equipmentId: equipmentID ?? '',
            robotKind: toWireRobotKind(robotKind),
            isTwin,
            stopEpoch,
            capability,
            commandJson: Buffer.from(JSON.stringify(command)),
            idempotencyKey,
            timeLimitMs: deadlineMs,
          },
          { signal, deadlineMs },
        );
        const result = resultSchemaOf(asked).parse(readJson(resultJson));
        return 'stopped' in result && !signal.aborted ? endedElsewhere(asked) : result;
      } catch (error) {
        if (signal.aborted) return { ok: false, stopped: true };
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, failure: { kind: asked.failureKind, message: error.message } };
      }
    },
    async sendHttpRequest({ robotKind, isTwin, stopEpoch, request, idempotencyKey }, signal) {
      try {
        const { resultJson } = await client.sendHttpRequest(
          {
            robotKind: toWireRobotKind(robotKind),
            isTwin,
            stopEpoch,
            requestJson: Buffer.from(JSON.stringify(request)),
            idempotencyKey,
          },
          { signal, deadlineMs: request.timeoutMS + answerGraceMS },
        );
        const result = httpResultSchema.parse(readJson(resultJson));
        return 'stopped' in result && !signal.aborted ? requestEndedElsewhere : result;
      } catch (error) {
        if (signal.aborted) return { ok: false, stopped: true };
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, failure: { kind: 'NetworkRequestFailure', message: error.message } };
      }
    },
    async readSensor({ robotKind, isTwin, equipmentID: id, sensorID }) {
      try {
        const asked = { id, robotKind: toWireRobotKind(robotKind), isTwin };
        const { stateJson } = await client.getLiveState(asked, { deadlineMs: recordsTimeoutMS });
        return sensorIn(readJson(stateJson), sensorID);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, message: error.message };
      }
    },
    async findForceSensor() {
      try {
        return chooseForceSensor(await listRecords());
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, failure: { kind: 'ExecutionFailure', message: error.message } };
      }
    },
    followForce({ equipmentID: equipmentId, robotKind, isTwin }, listener) {
      const ending = new AbortController();
      const request = { equipmentId, robotKind: toWireRobotKind(robotKind), isTwin };
      const samples = client.followForce(request, { signal: ending.signal, deadlineMs: longestPushMS });
      void tellForce(samples, ending.signal, listener);
      return () => ending.abort();
    },
    async listCommandable(equipmentID) {
      const record = (await listRecords()).find(({ id }) => id === equipmentID);
      return record ? capabilitiesOfKind(record.config.kind).filter(isCommandedCapability) : [];
    },
    listEnabled: async (capability) => listEnabled(await listRecords(), capability),
    async stopDevices(robotKind, isTwin, stopEpoch) {
      try {
        await client.stopDevices({ robotKind: toWireRobotKind(robotKind), isTwin, stopEpoch });
      } catch (error) {
        log.warn('the equipment service did not hear of a stop', { robotKind, stopEpoch, error });
      }
    },
    findTool: async (equipmentID) => toolOf(await listRecords(), equipmentID),
    listTools: async () => listTools(await listRecords()),
    async findBase(robotKind, isTwin) {
      return findBase(await listRecords(), async (id) => {
        const request = { id, robotKind: toWireRobotKind(robotKind), isTwin };
        const { stateJson } = await client.getLiveState(request, { deadlineMs: recordsTimeoutMS });
        return readJson(stateJson);
      });
    },
    listPortClaims: async () => portClaimsOf(await listRecords()),
    listInteriors: async () => interiorsOf(await listRecords()),
    wakeDevice(robotKind, isTwin, id) {
      const request = { id, robotKind: toWireRobotKind(robotKind), isTwin };
      // The device reports on its own, or is polled.
      client.getLiveState(request, { deadlineMs: recordsTimeoutMS }).catch(() => undefined);
    },
    async readFingerWidth(robotKind, isTwin, id) {
      const request = { id, robotKind: toWireRobotKind(robotKind), isTwin };
      try {
        const { stateJson } = await client.getLiveState(request, { deadlineMs: recordsTimeoutMS });
        return readFingerWidth(readJson(stateJson));
      } catch (error) {
        // The device reports later.
        if (!(error instanceof ProductError)) throw error;
        return undefined;
      }
    },
    async holdOnFlange(robotKind, equipmentID) {
      const request = { robotKind: toWireRobotKind(robotKind), equipmentId: equipmentID ?? '' };
      await client.holdOnFlange(request, { deadlineMs: recordsTimeoutMS });
    },
  };
  const close = () => {
    client.channel.close();
    stored.channel.close();
  };
  return { equipment, listRecords, channel: { ...client.channel, close } };
}

/** Reports samples. Any end of the stream except by the follower is a loss of the sensor. */
async function tellForce(
  samples: AsyncIterable<FollowForceResponse>,
  signal: AbortSignal,
  listener: (sample: ForceSample) => void,
): Promise<void> {
  const lost = (problem: string) => {
    if (!signal.aborted) listener({ ok: false, problem });
  };
  try {
    for await (const {
      force: [fx = 0, fy = 0, fz = 0],
      torque: [tx = 0, ty = 0, tz = 0],
      problem,
    } of samples) {
      if (problem !== '') lost(problem);
      else if (!signal.aborted) listener({ ok: true, force: [fx, fy, fz], torque: [tx, ty, tz] });
    }
    lost('the equipment service ended its line');
  } catch (error) {
    lost(error instanceof Error ? error.message : String(error));
  }
}

/** The enabled force sensor; a failure when there is more than one. */
export function chooseForceSensor(
  records: readonly EquipmentRecord[],
): PortResult<{ equipmentID: string; name: string } | undefined> {
  const [first, ...others] = records.filter(
    ({ isEnabled, config }) => isEnabled && capabilitiesOfKind(config.kind).includes('forceSensor'),
  );
  if (!first || others.length === 0) {
    return { ok: true, value: first && { equipmentID: first.id, name: first.config.name } };
  }
  const names = [first, ...others].map(({ config }) => `'${config.name}'`).join(', ');
  return { ok: false, failure: { kind: 'ExecutionFailure', message: messages.forceSensorsTwo(names) } };
}

const httpResultSchema = resultSchemaOf({ outcome: httpAnswerSchema, failureKind: 'NetworkRequestFailure' });
const requestEndedElsewhere: PortResult<never> = {
  ok: false,
  failure: {
    kind: 'NetworkRequestFailure',
    message: 'The equipment service stopped the request. It may have been sent. Check the server before continuing',
  },
};

/** The run was not stopped, so a stopped command is a failure. */
function endedElsewhere({ label, failureKind }: AnyCommandedCapability): PortResult<never> {
  const message = `The equipment service stopped the command. The ${label} may have moved. Check it before continuing`;
  return { ok: false, failure: { kind: failureKind, message } };
}

function readRecord(recordJson: Uint8Array): EquipmentRecord {
  return equipmentRecordSchema.parse(readJson(recordJson));
}

/**
 * Returns the pose of the arm on the enabled custom base; undefined without one. @throws ProductError when there are
 * two
 */
export function baseOf(records: readonly EquipmentRecord[]): WirePose | undefined {
  const bases = records.flatMap((record) => (record.isEnabled ? (readBase(record) ?? []) : []));
  if (bases.length <= 1) return bases[0];
  throw new ProductError('equipment_no_matching', `${messages.invalidCustomBase}: enable one base only`);
}

/**
 * Returns the pose of the base: a fixed one, or one whose device reports its height. @throws ProductError when there
 * are two, or when a device that drives its base does not report its position
 */
export async function findBase(
  records: readonly EquipmentRecord[],
  readLiveState: (equipmentID: string) => Promise<unknown>,
): Promise<WirePose | undefined> {
  const base = baseOf(records);
  for (const { id, isEnabled, config } of records) {
    const parsed = isEnabled ? parseEquipmentConfig(config) : undefined;
    if (!parsed?.isValid || !isBaseDriven(parsed.config)) continue;
    const driven = findDrivenBase(parsed.config, await readLiveState(id));
    if (driven) return driven;
    const todo = 'Wait until it has stopped, and check its connection in Devices';
    throw new ProductError('unavailable', `'${config.name}' does not report the height of the arm. ${todo}`);
  }
  return base;
}

/** The ports that the enabled devices are wired to. */
export function portClaimsOf(records: readonly EquipmentRecord[]): readonly PortClaim[] {
  return records.flatMap(({ id: equipmentID, isEnabled, config }) => {
    if (!isEnabled) return [];
    const device = { equipmentID, deviceName: config.name, flangeSupply: flangeSupplyOf(config) };
    return wiredPortsOf(config).map((port) => ({ ...port, ...device }));
  });
}

/** The enabled machines whose door closes a space of the cell. */
export function interiorsOf(records: readonly EquipmentRecord[]): readonly MachineInterior[] {
  return records.flatMap(({ id: equipmentID, isEnabled, config }) => {
    const spaceItemID = isEnabled ? interiorOf(config) : undefined;
    return spaceItemID === undefined ? [] : [{ equipmentID, spaceItemID }];
  });
}

function readBase({ config }: EquipmentRecord): WirePose | undefined {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? describeBase(parsed.config)?.pose : undefined;
}

function toWireRobotKind(robotKind: RobotKind): WireRobotKind {
  return robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
