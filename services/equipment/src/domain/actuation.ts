import { createHash } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { problemsOf } from '@cellwright/domain/routine';
import {
  type AnyCommandedCapability,
  type CommandedCapabilityName,
  commandedCapabilities,
  isCommandedCapability,
} from '@cellwright/equipment/capabilities';
import { deviceTimeOf } from '@cellwright/equipment/drivers';
import { carryOutOnce, type OnceDeps } from './at-most-once.ts';
import type { Session } from './stop-epochs.ts';

/** Maximum length of a command that is stored with its key, in characters. */
const longestFingerprint = 4096;

export interface ActuationRequest {
  /** Empty for the only enabled device with the capability. */
  readonly equipmentID: string;
  readonly session: Session;
  readonly stopEpoch: number;
  readonly capability: string;
  readonly commandJson: string;
  readonly idempotencyKey: string;
  /** Maximum wait of the caller, ms; by default the limit of the capability. */
  readonly timeLimitMS?: number | undefined;
}

export interface ActuationDeps extends OnceDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly choose: (id: string, capability: CommandedCapabilityName) => Promise<EquipmentRecord>;
  /** @throws ProductError when nothing was sent. */
  readonly devices: {
    enterEpoch(session: Session, stopEpoch: number): void;
    actuate(
      command: {
        readonly record: EquipmentRecord;
        readonly session: Session;
        readonly stopEpoch: number;
        readonly capability: CommandedCapabilityName;
        readonly command: unknown;
        readonly limitMS: number;
      },
      signal: AbortSignal,
    ): Promise<unknown>;
  };
}

/** Executes commands to devices, each at most once. */
export function createActuation({ choose, clock, devices, ...once }: ActuationDeps) {
  return async (request: ActuationRequest, signal: AbortSignal): Promise<string> => {
    const { session, stopEpoch, idempotencyKey: key } = request;
    const { capability, command } = readCommand(request);
    const startedAt = clock.now();
    const limitMS = deviceTimeOf(request.timeLimitMS ?? commandedCapabilities[capability].deadlineMS);
    // Before any query: a command of an ended epoch must not wait for the database.
    devices.enterEpoch(session, stopEpoch);
    const record = await choose(request.equipmentID, capability);
    const carryOut = () => {
      const remainingMS = startedAt + limitMS - clock.now();
      if (remainingMS <= 0) throw tooLate(record);
      return devices.actuate({ record, session, stopEpoch, capability, command, limitMS: remainingMS }, signal);
    };
    const { changesNothing }: AnyCommandedCapability = commandedCapabilities[capability];
    if (changesNothing?.(command)) return JSON.stringify(await carryOut());
    const fingerprint = fingerprintOf(request, command);
    return carryOutOnce(once, { key, fingerprint, outcomeUnknown: () => outcomeUnknown(record), carryOut });
  };
}

function readCommand({ capability, commandJson, idempotencyKey }: ActuationRequest) {
  if (idempotencyKey === '') {
    throw new ProductError('request_failed_validation', 'A device command needs an idempotency key');
  }
  if (!isCommandedCapability(capability)) {
    throw new ProductError(
      'request_failed_validation',
      `No device supports commands of the capability "${capability}"`,
    );
  }
  const parsed = commandedCapabilities[capability].command.safeParse(parseJson(commandJson));
  if (parsed.success) return { capability, command: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'command'}: ${message}`);
  throw new ProductError(
    'request_failed_validation',
    `The ${capability} command is not valid. ${problems.join('. ')}`,
    { problems: problemsOf(parsed.error) },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProductError('request_failed_validation', 'The command is not JSON text');
  }
}

/** Returns the text of a command, which identifies it. Uses the digest of a long command, which may contain a file. */
function fingerprintOf({ equipmentID, session, capability }: ActuationRequest, command: unknown): string {
  const text = JSON.stringify([equipmentID, session, capability, command]);
  return text.length <= longestFingerprint ? text : createHash('sha256').update(text).digest('hex');
}

function outcomeUnknown({ config }: EquipmentRecord): ProductError {
  return new ProductError(
    'conflict',
    `This command to '${config.name}' was started before, and its outcome is unknown. Check the device before continuing`,
    { reason: 'outcome_unknown' },
  );
}

function tooLate({ config }: EquipmentRecord): ProductError {
  return new ProductError(
    'unavailable',
    `The command was not sent to '${config.name}': the database took too long. Try again`,
  );
}
