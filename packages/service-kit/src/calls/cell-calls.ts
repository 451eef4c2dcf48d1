import {
  type CallDefinition,
  type CallOwner,
  type CallServiceName,
  type CallsOf,
  callsOf,
  methodNameOf,
  serviceNameOf,
} from '@cellwright/calls';
import { type CallAuthor, CallRequest, CallResponse } from '@cellwright/proto/calls';
import type * as z from 'zod';
import type { CallContext } from '../grpc/call-context.ts';
import { type CallOptions, createGrpcClient, type GrpcChannel, type GrpcClientOptions } from '../grpc/client.ts';
import { type GrpcService, grpcService } from '../grpc/server.ts';

/** Context of a call besides its input. */
export interface CallScope extends Pick<CallContext, 'signal' | 'deadline' | 'caller'> {
  readonly author: CallAuthor;
  /** Empty without one. */
  readonly idempotencyKey: string;
  /** Body of a call with a document, as it came. */
  readonly document: Uint8Array;
}

/** A handler per call of an owner. Expected failures are thrown ProductErrors. */
export type CallHandlers<Owner extends CallOwner> = {
  readonly [Name in keyof CallsOf<Owner>]: CallsOf<Owner>[Name] extends CallDefinition<infer Input, infer Output>
    ? (input: z.output<Input>, scope: CallScope) => Promise<z.input<Output>>
    : never;
};

/** One gRPC method per call; all carry the same envelope. */
type CallServiceDefinition<Owner extends CallOwner> = Readonly<
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

/** The gRPC service with the calls of an owner, as proto/cellwright/<owner>_calls.proto describes it. */
function callServiceDefinition<Owner extends CallOwner>(owner: Owner): CallServiceDefinition<Owner> {
  const calls = Object.values<CallDefinition>(callsOf[owner]);
  return Object.fromEntries(calls.map((call) => [call.name, methodOf(serviceNameOf(owner), call)]));
}

/** Ties handlers to the calls of an owner; a missing or wrongly typed handler does not compile. */
export function callService<Owner extends CallOwner>(owner: Owner, handlers: CallHandlers<Owner>): GrpcService {
  const named = new Map<string, unknown>(Object.entries(handlers));
  const bound = Object.values<CallDefinition>(callsOf[owner]).map((call) => {
    const handler = named.get(call.name);
    if (!isHandler(handler)) throw new Error(`The call ${call.name} of ${owner} has no handler`);
    return [call.name, (request: CallRequest, context: CallContext) => answer(call, handler, request, context)];
  });
  return grpcService(callServiceDefinition(owner), Object.fromEntries(bound));
}

type ErasedHandler = (input: unknown, scope: CallScope) => Promise<unknown>;
const isHandler = (value: unknown): value is ErasedHandler => typeof value === 'function';

async function answer(
  call: CallDefinition,
  handler: ErasedHandler,
  { inputJson, document, author, idempotencyKey }: CallRequest,
  { signal, deadline, caller }: CallContext,
): Promise<CallResponse> {
  const input = call.input.parse(JSON.parse(inputJson.toString('utf8')));
  const scope = { signal, deadline, caller, author: author ?? { id: '', name: '' }, idempotencyKey, document };
  const output = await handler(input, scope);
  return { outputJson: Buffer.from(JSON.stringify(output)) };
}

/** A request of a call as it travels. */
export interface OutgoingCall {
  /** Fields of the input. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly document?: Buffer;
  readonly author: CallAuthor;
  readonly idempotencyKey: string;
}

/** Makes the calls of one owner. */
export interface CallClient {
  /** Resolves with the answer as JSON text. */
  send(call: CallDefinition, outgoing: OutgoingCall, options?: CallOptions): Promise<Uint8Array>;
  readonly channel: GrpcChannel;
}

export interface CallClientOptions extends GrpcClientOptions {
  /** `host:port` of the owner. */
  readonly address: string;
}

export function connectCalls(owner: CallOwner, { address, ...options }: CallClientOptions): CallClient {
  const { channel, ...methods } = createGrpcClient(callServiceDefinition(owner), address, options);
  return {
    channel,
    async send(call, { input, document = Buffer.alloc(0), author, idempotencyKey }, callOptions = {}) {
      const method = methods[call.name];
      if (!method) throw new Error(`The service ${owner} has no call ${call.name}`);
      const request = { inputJson: Buffer.from(JSON.stringify(input)), document, author, idempotencyKey };
      return (await method(request, { deadlineMs: call.deadlineMS, ...callOptions })).outputJson;
    },
  };
}
