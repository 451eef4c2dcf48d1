import { refuseUnknownFields } from '@cellwright/domain/basics';
import { isAuditedMessage } from '@cellwright/domain/cell';
import {
  isRunnerMessageKind,
  type RunnerMessageKind,
  type RunnerMessageSpec,
  type RunnerPayload,
  type RunnerResult,
  runnerMessages,
} from '@cellwright/domain/runner-socket';
import * as z from 'zod';
import { type Answer, accept } from '../answer.ts';
import type { Caller } from './caller.ts';
import type { SessionCore } from './session-core.ts';

type MaybePromise<T> = T | Promise<T>;

/** Executes a message of the runner socket; `Part` is the part that answers it. */
type Handler<Part, K extends RunnerMessageKind> = (
  part: Part,
  payload: RunnerPayload<K>,
  caller: Caller,
) => MaybePromise<Answer<RunnerResult<K>>>;

/** Handlers of messages that `runnerMessages` of the domain declares. */
export type MessageHandlers<Part> = { readonly [K in RunnerMessageKind]?: Handler<Part, K> };

/** A valid payload, ready to be executed, or the problems of an invalid one. */
export type PreparedMessage<Part> =
  | { readonly ok: true; perform(part: Part, caller: Caller): MaybePromise<Answer<unknown>> }
  | { readonly ok: false; readonly error: z.ZodError };

/** A message that a part answers. */
export interface PartMessage<Part> {
  readonly control: RunnerMessageSpec['control'];
  /** False for reads and heartbeats: they are not in the audit log, and a repeated one is answered again. */
  readonly isAudited: boolean;
  prepare(payload: unknown): PreparedMessage<Part>;
}

/** A message for the session's dispatcher. */
export type SessionMessage = PartMessage<SessionCore>;

/** Declares a message that only its part knows: schemas, permitted senders, and its handler. */
export function defineMessage<Part, Payload extends z.ZodType, Result extends z.ZodType>(
  spec: RunnerMessageSpec & { readonly payload: Payload; readonly result: Result; readonly isAudited?: boolean },
  handle: (part: Part, payload: z.output<Payload>, caller: Caller) => MaybePromise<Answer<z.output<Result>>>,
): PartMessage<Part> {
  const schema = strictPayloadOf(spec.payload);
  return {
    control: spec.control,
    isAudited: spec.isAudited ?? true,
    prepare(payload) {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) return { ok: false, error: parsed.error };
      return { ok: true, perform: (part, caller) => handle(part, parsed.data, caller) };
    },
  };
}

/** Returns a payload whose nested objects refuse unknown fields, if the payload itself does: stops and reads ignore them. */
function strictPayloadOf<T extends z.ZodType>(payload: T): T {
  return isStrict(payload) ? refuseUnknownFields(payload) : payload;
}

function isStrict(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodDefault) return isStrict(schema.def.innerType);
  if (schema instanceof z.ZodUnion) return schema.def.options.every(isStrict);
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
}

/** Returns the messages that a part handles, by kind. */
export function listHandled<Part>(handlers: MessageHandlers<Part>): Map<string, PartMessage<Part>> {
  const kinds = Object.keys(handlers).filter(isRunnerMessageKind);
  return new Map(kinds.flatMap((kind) => handledMessage(kind, handlers) ?? []));
}

function handledMessage<Part, K extends RunnerMessageKind>(
  kind: K,
  handlers: MessageHandlers<Part>,
): [[string, PartMessage<Part>]] | undefined {
  const spec: (typeof runnerMessages)[K] = runnerMessages[kind];
  const handle: Handler<Part, K> | undefined = handlers[kind];
  if (!handle) return undefined;
  const schema = strictPayloadOf(spec.payload);
  const message: PartMessage<Part> = {
    control: spec.control,
    isAudited: isAuditedMessage(kind),
    prepare(payload) {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) return { ok: false, error: parsed.error };
      // Sound: the payload was parsed by the schema of this kind.
      return { ok: true, perform: (part, caller) => handle(part, parsed.data as RunnerPayload<K>, caller) };
    },
  };
  return [[kind, message]];
}

/** Returns an answer without a value as the empty result of a message. */
export async function emptyResult(answer: MaybePromise<Answer>): Promise<Answer<Record<string, never>>> {
  const settled = await answer;
  return settled.ok ? accept({}) : settled;
}
