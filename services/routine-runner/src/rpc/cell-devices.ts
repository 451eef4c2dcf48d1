import { equipmentRecordSchema, ProductError, type RobotKind } from '@cellwright/domain';
import { gripperResultSchema } from '@cellwright/equipment/capabilities';
import { describeGripper, parseEquipmentConfig } from '@cellwright/equipment/contracts';
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
        return readResult(resultJson);
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
    async findTool() {
      const request = { enabledOnly: true, capability: 'gripper' };
      const { recordsJson } = await client.listEquipment(request, { deadlineMs: recordsTimeoutMS });
      const [first] = recordsJson;
      return first === undefined ? undefined : readTool(first);
    },
  };
  return { equipment, channel: client.channel };
}

function readResult(json: Uint8Array): PortResult<GripperOutcome> {
  const result = gripperResultSchema.parse(readJson(json));
  if (result.ok || 'stopped' in result) return result;
  const { kind, message, mayRetry } = result.failure;
  return { ok: false, failure: { kind, message, mayRetry } };
}

function readTool(recordJson: Uint8Array): ToolModel | undefined {
  const { config } = equipmentRecordSchema.parse(readJson(recordJson));
  const parsed = parseEquipmentConfig(config);
  const gripper = parsed.isValid ? describeGripper(parsed.config) : undefined;
  if (!gripper) return undefined;
  const { tcp, massKg, centreOfGravity, collisionBoxes } = gripper;
  const boxes = collisionBoxes.map(({ pose, size: [x, y, z] }) => ({ pose, size: [x, y, z] as const }));
  return { name: config.name, tcp, massKg, centreOfGravity, boxes };
}

function toWireRobotKind(robotKind: RobotKind): WireRobotKind {
  return robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
}

function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
