/** gRPC servers and clients over ts-proto's grpc-js definitions: deadlines, traces, errors and idempotency in one place. */

export type { CallContext } from './call-context.ts';
export {
  type CallOptions,
  createGrpcClient,
  type GrpcChannel,
  type GrpcClient,
  type GrpcClientOptions,
} from './client.ts';
export { healthServiceDefinition } from './health-service.ts';
export {
  createIdempotencyCache,
  type IdempotencyCache,
  type IdempotencyOptions,
  newIdempotencyKey,
} from './idempotency.ts';
export { type GrpcServiceDefinition, maxMessageBytes, type ReplyOf, type RequestOf } from './method-types.ts';
export { connectPeer, type PeerClient } from './peer-client.ts';
export {
  type GrpcServer,
  type GrpcServerOptions,
  type GrpcService,
  grpcService,
  type Handlers,
  startGrpcServer,
} from './server.ts';
