import {
  type EquipmentRecord,
  equipmentRecordSchema,
  messages,
  ProductError,
  type RobotKind,
  type WirePose,
} from '@cellwright/domain';
import { gripperResultSchema } from '@cellwright/equipment/capabilities';
import { describeBase, describeTool, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import type { Metrics } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import type { GripperOutcome, PortResult } from '@cellwright/steps/framework';
import type { CellEquipment, SessionLog } from '../domain/cell.ts';
import type { ToolModel } from '../domain/planner.ts';

/** The spec's time for a gripper, and for the equipment service to say that it is over, ms. */
const gripperTimeoutMS = 15_000;
/** Asking for records must not hold up a run for longer than a person notices, ms. */
const recordsTimeoutMS = 2000;

/** The equipment service as the devices of the cell. */
export function connectEquipment(address: string, metrics: Metrics, log: SessionLog) {
  const client = createGrpcClient(EquipmentServiceService, address, { caller: 'routine-runner', metrics });
  const listRecords = async (): Promise<EquipmentRecord[]> => {
    const request = { enabledOnly: false, capability: '' };
    const { recordsJson } = await client.listEquipment(request, { deadlineMs: recordsTimeoutMS });
    return recordsJson.map(readRecord);
  };
  const equipment: CellEquipment = {
    async actuateGripper({ equipmentID, robotKind, isTwin, stopEpoch, command, idempotencyKey }, signal) {
      try {
        const { resultJson } = await client.actuate(
          {
            equipmentId: equipmentID ?? '',
            robotKind: toWireRobotKind(robotKind),
            isTwin,
            stopEpoch,
            capability: 'gripper',
            commandJson: Buffer.from(JSON.stringify(command)),
            idempotencyKey,
          },
          { signal, deadlineMs: gripperTimeoutMS },
        );
        const result = readResult(resultJson);
        return 'stopped' in result && !signal.aborted ? endedElsewhere : result;
      } catch (error) {
        if (signal.aborted) return { ok: false, stopped: true };
        if (!(error instanceof ProductError)) throw error;
        return { ok: false, failure: { kind: 'GripperFailure', message: error.message } };
      }
    },
    async stopDevices(robotKind, isTwin, stopEpoch) {
      try {
        await client.stopDevices({ robotKind: toWireRobotKind(robotKind), isTwin, stopEpoch });
      } catch (error) {
        log.warn('the equipment service did not hear of a stop', { robotKind, stopEpoch, error });
      }
    },
    async findTool(equipmentID) {
      const record = (await listRecords()).find(({ id }) => id === equipmentID);
      return record && readTool(record);
    },
    async listTools() {
      const records = (await listRecords()).filter((record) => readTool(record) !== undefined);
      return records.map(({ id, isEnabled, config }) => ({ equipmentID: id, name: config.name, isEnabled }));
    },
    async findBase() {
      const bases = (await listRecords()).flatMap((record) => (record.isEnabled ? (readBase(record) ?? []) : []));
      if (bases.length <= 1) return bases[0];
      throw new ProductError('equipment_no_matching', `${messages.invalidCustomBase}: enable one base only`);
    },
    async holdOnFlange(robotKind, equipmentID) {
      const request = { robotKind: toWireRobotKind(robotKind), equipmentId: equipmentID ?? '' };
      await client.holdOnFlange(request, { deadlineMs: recordsTimeoutMS });
    },
  };
  return { equipment, channel: client.channel };
}

/** The run was not stopped, so a command that was is a failure of it. */
const endedElsewhere: PortResult<GripperOutcome> = {
  ok: false,
  failure: {
    kind: 'GripperFailure',
    message: 'The equipment service stopped the command. The gripper may have moved: look at it before continuing',
  },
};

function readResult(json: Uint8Array): PortResult<GripperOutcome> {
  const result = gripperResultSchema.parse(readJson(json));
  if (result.ok || 'stopped' in result) return result;
  const { kind, message, mayRetry } = result.failure;
  return { ok: false, failure: { kind, message, mayRetry } };
}

function readRecord(recordJson: Uint8Array): EquipmentRecord {
  return equipmentRecordSchema.parse(readJson(recordJson));
}

function readTool({ id, config }: EquipmentRecord): ToolModel | undefined {
  const parsed = parseEquipmentConfig(config);
  const tool = parsed.isValid ? describeTool(parsed.config) : undefined;
  if (!tool) return undefined;
  const { collisionBoxes: boxes, ...description } = tool;
  return { equipmentID: id, name: config.name, ...description, boxes };
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
