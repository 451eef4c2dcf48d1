import { type EquipmentRecord, ProductError } from '@cellwright/domain';
import { type CapabilityName, capabilitySchemas, isCapabilityName } from '@cellwright/equipment/capabilities';
import type { CommandStore } from './ports.ts';
import type { Session } from './stop-epochs.ts';

export interface ActuationRequest {
  /** Empty: the only enabled device with the capability. */
  readonly equipmentID: string;
  readonly session: Session;
  readonly stopEpoch: number;
  readonly capability: string;
  readonly commandJson: string;
  readonly idempotencyKey: string;
}

export interface ActuationDeps {
  readonly choose: (id: string, capability: CapabilityName) => Promise<EquipmentRecord>;
  readonly commands: CommandStore;
  /** @throws ProductError when nothing was sent. */
  readonly devices: {
    enterEpoch(session: Session, stopEpoch: number): void;
    actuate(
      command: {
        readonly record: EquipmentRecord;
        readonly session: Session;
        readonly stopEpoch: number;
        readonly capability: CapabilityName;
        readonly command: unknown;
      },
      signal: AbortSignal,
    ): Promise<unknown>;
  };
  readonly now: () => Date;
  readonly onUnrecorded: (key: string, error: unknown) => void;
}

/**
 * Commands to devices, each carried out at most once: the key is committed before anything is sent, the result after.
 * A key that comes back without a result may have been carried out by a process that died, and is not carried out again.
 */
export function createActuation({ choose, commands, devices, now, onUnrecorded }: ActuationDeps) {
  return async (request: ActuationRequest, signal: AbortSignal): Promise<string> => {
    const { session, stopEpoch, idempotencyKey: key } = request;
    const { capability, command } = readCommand(request);
    // Before the database is asked: a command of an ended epoch must not wait in line.
    devices.enterEpoch(session, stopEpoch);
    const record = await choose(request.equipmentID, capability);
    const claim = await commands.begin(key, fingerprintOf(request, command), now());
    if (claim.state === 'finished') return claim.result;
    if (claim.state === 'begun') throw outcomeUnknown(record);
    const result = await carryOut();
    await commands.finish(key, result).catch((error: unknown) => onUnrecorded(key, error));
    return result;

    async function carryOut(): Promise<string> {
      try {
        return JSON.stringify(await devices.actuate({ record, session, stopEpoch, capability, command }, signal));
      } catch (error) {
        // Nothing was sent, so the key is free again.
        await commands.release(key).catch((problem: unknown) => onUnrecorded(key, problem));
        throw error;
      }
    }
  };
}

function readCommand({ capability, commandJson, idempotencyKey }: ActuationRequest) {
  if (idempotencyKey === '') {
    throw new ProductError('request_failed_validation', 'A command to a device needs an idempotency key');
  }
  if (!isCapabilityName(capability)) {
    throw new ProductError('request_failed_validation', `No capability "${capability}" exists`);
  }
  const parsed = capabilitySchemas[capability].command.safeParse(parseJson(commandJson));
  if (parsed.success) return { capability, command: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'command'}: ${message}`);
  throw new ProductError('request_failed_validation', `The ${capability} command is not valid. ${problems.join('. ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProductError('request_failed_validation', 'The command is not JSON text');
  }
}

function fingerprintOf({ equipmentID, session, capability }: ActuationRequest, command: unknown): string {
  return JSON.stringify([equipmentID, session, capability, command]);
}

function outcomeUnknown({ config }: EquipmentRecord): ProductError {
  return new ProductError(
    'conflict',
    `This command to '${config.name}' was begun before, and its end is not known. Look at the device before continuing`,
    { reason: 'outcome_unknown' },
  );
}
