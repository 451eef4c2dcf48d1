import { randomUUID } from 'node:crypto';
import { type ErrorCode, ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import {
  type FilesCommand,
  type FilesOutcome,
  filesCommandSchema,
  filesOutcomeSchema,
} from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { commandedCapabilities, type DeviceFailureReason, resultSchemaOf } from '@cellwright/equipment/capabilities';
import { type CallScope, readDocument } from '@cellwright/service-kit/calls';
import type { EquipmentRpcDeps } from './equipment-service.ts';
import { requireRobot } from './require-robot.ts';

export interface CommandFilesDeps {
  readonly actuate: EquipmentRpcDeps['actuate'];
  /** Stores the audit entry of a command that changes nothing else in the database. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

/**
 * Commands a device with files in the current stop epoch of the robot, so that a stop ends it; needs no control of the
 * arm. The audit entry of a change of files is stored before the command is sent. @throws ProductError with the reason
 * of a failure.
 */
export async function commandFiles(
  { actuate, record }: CommandFilesDeps,
  { id, robotKind }: { readonly id: string; readonly robotKind: RobotKind },
  scope: Pick<CallScope, 'document' | 'idempotencyKey' | 'robot' | 'signal' | 'describeAct'>,
): Promise<FilesOutcome> {
  const command = readDocument(filesCommandSchema, scope.document);
  const { session, stopEpoch } = requireRobot(robotKind, scope);
  const request = {
    ...{ equipmentID: id, session, stopEpoch, capability: 'files' },
    commandJson: JSON.stringify(command),
    idempotencyKey: scope.idempotencyKey || randomUUID(),
  };
  if (changesFiles.has(command.operation)) await record(scope.describeAct());
  const resultJson = await actuate(request, scope.signal);
  const result = resultSchemaOf(commandedCapabilities.files).parse(JSON.parse(resultJson));
  if (result.ok) return filesOutcomeSchema.parse(result.value);
  if ('stopped' in result) throw new ProductError('conflict', 'A robot stop ended the command', { reason: 'stopped' });
  const { reason, message } = result.failure;
  throw new ProductError(codes[reason], message, { reason });
}

const changesFiles: ReadonlySet<FilesCommand['operation']> = new Set(['upload', 'delete']);

const codes: Record<DeviceFailureReason, ErrorCode> = {
  outOfRange: 'invalid_parameters',
  deviceFault: 'invalid_parameters',
  busy: 'conflict',
  targetNotReached: 'conflict',
  outcomeUnknown: 'conflict',
  unreachable: 'unavailable',
  timeout: 'unavailable',
};
