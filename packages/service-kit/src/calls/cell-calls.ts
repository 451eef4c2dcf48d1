import {
  type CallDefinition,
  type CallOwner,
  type CallServiceName,
  type CallsOf,
  callsOf,
  methodNameOf,
  type ServiceOwner,
  serviceNameOf,
} from '@cellwright/calls';
import { ProductError, refuseUnknownFields } from '@cellwright/domain/basics';
import { findUnheldProblems, problemsOf } from '@cellwright/domain/routine';
import { CallRequest, CallResponse, type CallRobot, type StartedSession } from '@cellwright/proto/calls';
import type * as z from 'zod';
import { systemClock } from '../clock.ts';
import type { CallContext } from '../grpc/call-context.ts';
import { type CallOptions, createGrpcClient, type GrpcChannel, type GrpcClientOptions } from '../grpc/client.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';
import { type DescribeAct, describeActs } from './call-audit.ts';
import { type CallAuthor, noAuthor, toWireAuthor, verifyAuthor } from './call-author.ts';

export type { DescribeAct } from './call-audit.ts';
export { type CallAuthor, noAuthor, toWireAuthor } from './call-author.ts';

type AnswerContext = Pick<CallContext, 'signal' | 'deadline' | 'caller'>;

/** Context of a call, without its input. */
export interface CallScope extends AnswerContext {
  readonly author: CallAuthor;
  /** Empty if there is none. */
  readonly idempotencyKey: string;
  /** Body of a call with a document, unchanged. */
  readonly document: Uint8Array;
  /** Session of the requested robot; undefined if the gateway has none. */
  readonly robot: CallRobot | undefined;
  /** Describes the act for the audit entry, which the owner stores in the transaction of the act. */
  readonly describeAct: DescribeAct;
}

/** Response that is already JSON text, such as a stored document. */
export class JsonText {
  readonly text: string;
  /** Version of the document; 0 for other responses. */
  readonly version: number;
  /** Session started by a call with `startsSession`. */
  readonly session: StartedSession | undefined;

  constructor(text: string, version = 0, session?: StartedSession) {
    this.text = text;
    this.version = version;
    this.session = session;
  }
}

/** Handlers for every call of an owner. Expected failures are thrown ProductErrors. */
export type CallHandlers<Owner extends CallOwner> = {
  readonly [Name in keyof CallsOf<Owner>]: CallsOf<Owner>[Name] extends CallDefinition<infer Input, infer Output>
    ? (input: z.output<Input>, scope: CallScope) => Promise<z.input<Output> | JsonText>
    : never;
};

/** One gRPC method per call; all carry the same envelope. */
type CallServiceDefinition<Owner extends ServiceOwner> = Readonly<
  Record<string, ReturnType<typeof methodOf<CallServiceName<Owner>>>>
>;

function methodOf<Service extends string>(service: Service, call: CallDefinition) {
  const path: `/cellwright.${Service}/${string}` = `/cellwright.${service}/${methodNameOf(call)}`;
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: (value: CallRequest) => Buffer.from(CallRequest.encode(value).finish()),
    requestDeserialize: (bytes: Buffer) => CallRequest.decode(bytes),
    responseSerialize: (value: CallResponse) => Buffer.from(CallResponse.encode(value).finish()),
    responseDeserialize: (bytes: Buffer) => CallResponse.decode(bytes),
  } as const;
}

/** Returns the gRPC service with the calls of an owner, as described in proto/cellwright/<owner>_calls.proto. */
function callServiceDefinition<Owner extends ServiceOwner>(owner: Owner): CallServiceDefinition<Owner> {
  const calls = Object.values<CallDefinition>(callsOf[owner]);
  return Object.fromEntries(calls.map((call) => [call.name, methodOf(serviceNameOf(owner), call)]));
}

/** Binds handlers to the calls of an owner; a missing or wrongly typed handler does not compile. */
export function callService<Owner extends ServiceOwner>(owner: Owner, handlers: CallHandlers<Owner>): GrpcService {
  const bound = [...bindHandlers(owner, handlers)].map(([name, { call, answerCall }]) => [
    name,
    (request: CallRequest, context: CallContext) =>
      answerCall(request, verifyAuthor(call, request.author, context), context),
  ]);
  return grpcService(callServiceDefinition(owner), Object.fromEntries(bound));
}

/** Handles calls of the gateway within its own process, whose author needs no proof. */
export function localCalls(handlers: CallHandlers<'gateway'>): Pick<CallClient, 'send'> {
  const bound = bindHandlers('gateway', handlers);
  return {
    async send(call, input, extras, { signal = neverAborted, deadlineMs = call.deadlineMS } = {}) {
      const { answerCall } = bound.get(call.name) ?? {};
      if (!answerCall) throw new Error(`The gateway has no call ${call.name}`);
      const context = { signal, deadline: systemClock.now() + deadlineMs, caller: 'gateway' } as const;
      return answerCall(requestOf(input, extras), { ...noAuthor, ...extras?.author }, context);
    },
  };
}

const neverAborted = new AbortController().signal;

interface BoundHandler {
  readonly call: CallDefinition;
  readonly answerCall: (request: CallRequest, author: CallAuthor, context: AnswerContext) => Promise<CallResponse>;
}

function bindHandlers<Owner extends CallOwner>(
  owner: Owner,
  handlers: CallHandlers<Owner>,
): ReadonlyMap<string, BoundHandler> {
  const named = new Map<string, unknown>(Object.entries(handlers));
  const bind = (call: CallDefinition): [string, BoundHandler] => {
    const handler = named.get(call.name);
    if (!isHandler(handler)) throw new Error(`The call ${call.name} of ${owner} has no handler`);
    return [
      call.name,
      { call, answerCall: (request, author, context) => answer({ call, handler, author }, request, context) },
    ];
  };
  return new Map(Object.values<CallDefinition>(callsOf[owner]).map(bind));
}

type ErasedHandler = (input: unknown, scope: CallScope) => Promise<unknown>;
const isHandler = (value: unknown): value is ErasedHandler => typeof value === 'function';

interface AuthoredCall {
  readonly call: CallDefinition;
  readonly handler: ErasedHandler;
  readonly author: CallAuthor;
}

async function answer(
  { call, handler, author }: AuthoredCall,
  { inputJson, document, idempotencyKey, robot }: CallRequest,
  { signal, deadline, caller }: AnswerContext,
): Promise<CallResponse> {
  const input = readInput(call, inputJson);
  const output = await handler(input, {
    describeAct: describeActs(call, input, author),
    signal,
    deadline,
    caller,
    author,
    idempotencyKey,
    document,
    robot,
  });
  const { text, version, session } = output instanceof JsonText ? output : new JsonText(JSON.stringify(output));
  return { outputJson: Buffer.from(text), version, session };
}

function readInput({ input }: CallDefinition, inputJson: Buffer): unknown {
  return parseBy(input, JSON.parse(inputJson.toString('utf8')));
}

/**
 * Reads the JSON document of a call; unknown fields, and values that no document could hold, are refused by name.
 * @throws ProductError request_failed_validation, naming each problem.
 */
export function readDocument<T>(schema: z.ZodType<T>, document: Uint8Array): T {
  const value = parseJson(document);
  const problems = findUnheldProblems(value);
  const [first] = problems;
  if (first) throw new ProductError('request_failed_validation', first.message, { problems });
  return parseBy(refuseUnknownFields(schema), value);
}

function parseJson(document: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(document));
  } catch {
    throw new ProductError('request_failed_validation', 'The body is not JSON text; send JSON');
  }
}

function parseBy<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('/') || 'request'}: ${message}`);
  throw new ProductError('request_failed_validation', problems.join('; '), { problems: problemsOf(parsed.error) });
}

/** Data sent along with the input of a call. */
export interface CallExtras {
  readonly document?: Buffer | undefined;
  /** Default: the gateway itself. */
  readonly author?: Partial<CallAuthor>;
  readonly idempotencyKey?: string;
  readonly robot?: CallRobot | undefined;
}

export type CallInput = Readonly<Record<string, unknown>>;

/** Sends the calls of one owner. */
export interface CallClient {
  /** Resolves with the response as JSON text. */
  send(call: CallDefinition, input: CallInput, extras?: CallExtras, options?: CallOptions): Promise<CallResponse>;
  /** Resolves with the parsed response. */
  ask<Input extends z.ZodObject, Output>(
    call: CallDefinition<Input, z.ZodType<Output>>,
    input: z.input<Input>,
    extras?: CallExtras,
    options?: CallOptions,
  ): Promise<Output>;
  readonly channel: GrpcChannel;
}

export interface CallClientOptions extends GrpcClientOptions {
  /** `host:port` of the owner. */
  readonly address: string;
}

export function connectCalls(owner: ServiceOwner, { address, ...options }: CallClientOptions): CallClient {
  const { channel, ...methods } = createGrpcClient(callServiceDefinition(owner), address, options);
  const send: CallClient['send'] = async (call, input, extras, callOptions = {}) => {
    const method = methods[call.name];
    if (!method) throw new Error(`The service ${owner} has no call ${call.name}`);
    return method(requestOf(input, extras), { deadlineMs: call.deadlineMS, ...callOptions });
  };
  return {
    channel,
    send,
    async ask(call, input, extras, callOptions) {
      const { outputJson } = await send(call, { ...input }, extras, callOptions);
      return call.output.parse(JSON.parse(outputJson.toString('utf8')));
    },
  };
}

function requestOf(
  input: CallInput,
  { document = Buffer.alloc(0), author, idempotencyKey = '', robot }: CallExtras = {},
): CallRequest {
  const inputJson = Buffer.from(JSON.stringify(input));
  return { inputJson, document, author: toWireAuthor({ ...noAuthor, ...author }), idempotencyKey, robot };
}
