import { isErrorCode } from '@cellwright/domain/basics';
import { ControllerMessage } from '@cellwright/proto/controller';
import type { LimitQuantity } from '@cellwright/trajectory';
import type { CommandResult, LimitDetail, Refusal } from '../refusals.ts';
import { isRefusalKind, refusalCodes } from '../refusals.ts';
import type { ControllerEvent, ControllerIdentity, ControllerLogEntry, ControllerState } from '../robot-driver.ts';
import { eventFromWire, eventToWire } from './event-codec.ts';
import { type StateDecoder, StateEncoder } from './state-codec.ts';

export interface LogPage {
  readonly sequence: number;
  readonly entries: readonly ControllerLogEntry[];
  /** Index of the newest entry; −1 for an empty log. */
  readonly newest: number;
}

/** Message of a controller, as seen by its commander. */
export type ControllerSaying =
  | {
      readonly kind: 'reply';
      readonly sequence: number;
      readonly result: CommandResult;
      readonly identity: ControllerIdentity | undefined;
    }
  | { readonly kind: 'state'; readonly state: ControllerState; readonly inCommand: boolean }
  | { readonly kind: 'event'; readonly event: ControllerEvent }
  | ({ readonly kind: 'log' } & LogPage);

type WireMessage = NonNullable<ControllerMessage['message']>;

function encodeMessage(message: WireMessage): Uint8Array {
  return ControllerMessage.encode({ message }).finish();
}

/** Encodes the messages of one controller as bytes of one frame each, without the length. */
export class MessageEncoder {
  private readonly states = new StateEncoder();

  encodeState(state: ControllerState, inCommand: boolean): Uint8Array {
    return encodeMessage({ $case: 'state', value: this.states.encode(state, inCommand) });
  }

  encodeEvent(event: ControllerEvent): Uint8Array {
    return encodeMessage({ $case: 'event', value: eventToWire(event) });
  }

  encodeReply(sequence: number, result: CommandResult, identity?: ControllerIdentity): Uint8Array {
    const refusal = result.ok ? undefined : result.refusal;
    return encodeMessage({
      $case: 'reply',
      value: {
        sequence,
        errorCode: refusal?.code ?? '',
        errorMessage: refusal?.message ?? '',
        refusalKind: refusal?.kind ?? '',
        limit: refusal?.limit,
        info: identity && {
          isTwin: identity.isTwin,
          armName: identity.armName,
          instanceId: identity.instanceID,
        },
      },
    });
  }

  encodeLog({ sequence, entries, newest }: LogPage): Uint8Array {
    const wire = entries.map((entry) => ({
      ...entry,
      positions: [...entry.positions],
      velocities: [...entry.velocities],
    }));
    return encodeMessage({ $case: 'log', value: { sequence, entries: wire, newest } });
  }
}

export type DecodedMessage =
  /** Null: an unknown message of a newer controller. */
  { readonly ok: true; readonly saying: ControllerSaying | null } | { readonly ok: false; readonly problem: string };

/** Decodes one frame of a controller. Never throws, for any bytes. */
export function decodeMessage(bytes: Uint8Array, states: StateDecoder): DecodedMessage {
  try {
    const { message } = ControllerMessage.decode(bytes);
    return { ok: true, saying: message === undefined ? null : readMessage(message, states) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'the message could not be read' };
  }
}

function readMessage(message: WireMessage, states: StateDecoder): ControllerSaying | null {
  switch (message.$case) {
    case 'reply': {
      const { sequence, info } = message.value;
      const identity = info && {
        kind: info.isTwin ? ('twin' as const) : ('simulated' as const),
        isTwin: info.isTwin,
        armName: info.armName,
        instanceID: info.instanceId,
      };
      return { kind: 'reply', sequence, result: readResult(message.value), identity };
    }
    case 'state': {
      const state = states.decode(message.value);
      return state === undefined ? null : { kind: 'state', state, inCommand: message.value.inCommand };
    }
    case 'event': {
      const event = eventFromWire(message.value);
      return event === undefined ? null : { kind: 'event', event };
    }
    case 'log':
      return { kind: 'log', ...message.value };
    default:
      return null;
  }
}

type WireReply = Extract<WireMessage, { $case: 'reply' }>['value'];

function readResult({ errorCode, errorMessage, refusalKind, limit }: WireReply): CommandResult {
  if (errorCode === '') return { ok: true };
  const kind = isRefusalKind(refusalKind) ? refusalKind : 'invalid_value';
  const code = isErrorCode(errorCode) ? errorCode : refusalCodes[kind];
  const detail = limit && readLimit(limit);
  const refusal: Refusal = { kind, code, message: errorMessage, ...(detail ? { limit: detail } : {}) };
  return { ok: false, refusal };
}

const quantities: readonly LimitQuantity[] = ['position', 'velocity', 'acceleration', 'jerk'];

function readLimit(wire: NonNullable<WireReply['limit']>): LimitDetail | undefined {
  const quantity = quantities.find((known) => known === wire.quantity);
  return quantity === undefined ? undefined : { ...wire, quantity };
}
