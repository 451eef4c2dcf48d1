import { ProductError } from '@cellwright/domain/basics';
import {
  calibrationResultSchema,
  classifiedSchema,
  type EquipmentRecord,
  locatedThingSchema,
  type VisionAnswer,
  visionAnswerSchema,
  visionErrorCodes,
} from '@cellwright/domain/equipment';
import { messages, robotMessages } from '@cellwright/domain/messages';
import type { FailureKind, WirePose } from '@cellwright/domain/robot';
import { cameraCalibrations } from '@cellwright/entities';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import type { EntityServiceService } from '@cellwright/proto/entity';
import type { EquipmentServiceService } from '@cellwright/proto/equipment';
import { readJson } from '@cellwright/service-kit';
import type { PeerClient } from '@cellwright/service-kit/grpc';
import type { PortResult } from '@cellwright/steps/framework';
import * as z from 'zod';
import { accept, refuse } from '../domain/answer.ts';
import type { CellEquipment, VisionRequest } from '../domain/cell.ts';

/** A camera has this long to take a picture, and the method to find things in it, ms. */
const methodTimeoutMS = 15_000;
const calibrationTimeoutMS = 2000;
const wristCamera = 'WristCamera';

/** Failures that do not come from the camera itself, by the code of the method. */
const failureKinds: ReadonlyMap<number, FailureKind> = new Map([
  [visionErrorCodes.MODEL_NOT_FOUND, 'InferenceFailure'],
  [visionErrorCodes.INFERENCE_FAILED, 'InferenceFailure'],
  [visionErrorCodes.INVALID_MODEL_TYPE, 'InferenceFailure'],
  [visionErrorCodes.INVALID_THRESHOLDING_PARAMS, 'ExecutionFailure'],
]);

export interface CellCamerasParts {
  readonly client: Pick<PeerClient<'routine-runner', 'equipment', typeof EquipmentServiceService>, 'runVisionMethod'>;
  readonly stored: Pick<PeerClient<'routine-runner', 'equipment', typeof EntityServiceService>, 'getEntity'>;
  readonly listRecords: () => Promise<readonly EquipmentRecord[]>;
}

/** The cameras of the cell, over the equipment service. */
export function connectCameras({
  client,
  stored,
  listRecords,
}: CellCamerasParts): Pick<CellEquipment, 'locate' | 'classify' | 'findWristCamera' | 'runVisionMethod'> {
  /** @throws ProductError equipment_no_matching without a camera, camera_disconnected, conflict, unavailable */
  const run = async ({ robotKind, isTwin, camera, method, args }: VisionRequest, signal: AbortSignal) => {
    const equipmentId = camera ?? chooseWristCamera(await listRecords());
    if (equipmentId === undefined) throw new ProductError('equipment_no_matching', messages.noWristCamera);
    const argsJson = Buffer.from(JSON.stringify(args));
    const request = { equipmentId, robotKind: toWire(robotKind), isTwin, method, argsJson };
    const { answerJson } = await client.runVisionMethod(request, { signal, deadlineMs: methodTimeoutMS });
    return visionAnswerSchema.parse(readJson(answerJson));
  };
  const find = async <Found>(
    schema: z.ZodType<Found>,
    request: VisionRequest,
    signal: AbortSignal,
  ): Promise<PortResult<readonly Found[]>> => {
    try {
      return resultOf(await run(request, signal), schema);
    } catch (error) {
      if (signal.aborted) return { ok: false, stopped: true };
      if (!(error instanceof ProductError)) throw error;
      return failed('CameraFailure', error.message);
    }
  };
  return {
    async runVisionMethod(request, signal) {
      try {
        return accept(await run(request, signal));
      } catch (error) {
        if (signal.aborted) return refuse('unavailable', robotMessages.stopEndedCommand);
        if (!(error instanceof ProductError)) throw error;
        return refuse(error.code, error.message);
      }
    },
    locate: ({ wanted, ...request }, signal) =>
      find(locatedThingSchema, { ...request, method: 'locate', args: wanted }, signal),
    classify: ({ wanted, ...request }, signal) =>
      find(classifiedSchema, { ...request, method: 'classify', args: wanted }, signal),
    async findWristCamera() {
      const id = chooseWristCamera(await listRecords());
      if (id === undefined) return undefined;
      return findPose(stored, id);
    },
  };
}

/** The only enabled wrist camera. */
function chooseWristCamera(records: readonly EquipmentRecord[]): string | undefined {
  const [only, ...others] = records.filter(({ isEnabled, config }) => isEnabled && config.kind === wristCamera);
  return others.length === 0 ? only?.id : undefined;
}

/** @throws ProductError unavailable */
async function findPose(stored: CellCamerasParts['stored'], id: string): Promise<WirePose | undefined> {
  const request = { entity: cameraCalibrations.name, caller: undefined, id, version: 0 };
  try {
    const { document } = await stored.getEntity(request, { deadlineMs: calibrationTimeoutMS });
    const calibration = document && calibrationResultSchema.parse(readJson(document.json));
    return calibration?.mount === 'wrist' ? calibration.pose : undefined;
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') return undefined;
    throw error;
  }
}

function resultOf<Found>(answer: VisionAnswer, schema: z.ZodType<Found>): PortResult<readonly Found[]> {
  if (answer.ok) return { ok: true, value: z.array(schema).parse(answer.results) };
  return failed(failureKinds.get(answer.code) ?? 'CameraFailure', answer.message);
}

function failed(kind: FailureKind, message: string): PortResult<never> {
  return { ok: false, failure: { kind, message } };
}

function toWire(robotKind: VisionRequest['robotKind']): WireRobotKind {
  return robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
}
