import { randomUUID } from 'node:crypto';
import { type ErrorCode, ProductError, type RobotKind } from '@cellwright/domain';
import {
  type CommandedCapabilityName,
  type CommandOf,
  commandedCapabilities,
  type DeviceFailureReason,
  type OutcomeOf,
  resultSchemaOf,
} from '@cellwright/equipment/capabilities';
import type { SessionFeed } from '../events/session-feed.ts';
import type { Clients } from './clients.ts';
import { toWireRobotKind } from './robot-kind.ts';

export interface DeviceCommandDeps {
  readonly equipment: Pick<Clients['equipment'], 'actuate'>;
  readonly feeds: Readonly<Record<RobotKind, Pick<SessionFeed, 'snapshot'>>>;
}

export interface AskedOfDevice<Name extends CommandedCapabilityName> {
  readonly id: string;
  readonly robotKind: RobotKind;
  readonly capability: Name;
  readonly command: CommandOf<Name>;
  /** '' for a command of its own. */
  readonly idempotencyKey: string;
}

/**
 * One command to a device that moves nothing, given past the robot's session: in the epoch that it has now, so that a stop
 * ends it, and without control of the arm.
 * @throws ProductError saying what the device did not do.
 */
export async function commandDevice<Name extends CommandedCapabilityName>(
  { equipment, feeds }: DeviceCommandDeps,
  { id, robotKind, capability, command, idempotencyKey }: AskedOfDevice<Name>,
): Promise<OutcomeOf<Name>> {
  const session = feeds[robotKind].snapshot();
  if (!session) throw new ProductError('service_initializing', 'The robot session is starting; try again in a moment');
  const { isTwin, stopEpoch } = session.state;
  const asked = commandedCapabilities[capability];
  const { resultJson } = await equipment.actuate(
    {
      equipmentId: id,
      robotKind: toWireRobotKind(robotKind),
      isTwin,
      stopEpoch,
      capability,
      commandJson: Buffer.from(JSON.stringify(command)),
      idempotencyKey: idempotencyKey === '' ? randomUUID() : idempotencyKey,
    },
    { deadlineMs: asked.deadlineMS },
  );
  const result = resultSchemaOf(asked).parse(JSON.parse(Buffer.from(resultJson).toString('utf8')));
  if (result.ok) return result.value;
  if ('stopped' in result) throw new ProductError('conflict', 'A stop of the robot ended it', { reason: 'stopped' });
  const { reason, message } = result.failure;
  throw new ProductError(codes[reason], message, { reason });
}

const codes: Record<DeviceFailureReason, ErrorCode> = {
  outOfRange: 'invalid_parameters',
  deviceFault: 'invalid_parameters',
  busy: 'conflict',
  targetNotReached: 'conflict',
  outcomeUnknown: 'conflict',
  unreachable: 'unavailable',
  timeout: 'unavailable',
};
