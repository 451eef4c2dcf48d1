/** One method as ts-proto generates it with `outputServices=grpc-js`. */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: boolean;
  /** Takes what this method's own deserialiser makes; likewise the reply's. */
  requestSerialize(value: unknown): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(value: unknown): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}

/** A service as ts-proto generates it: method name to definition. */
export type GrpcServiceDefinition = Readonly<Record<string, MethodDefinition>>;

export type RequestOf<M extends MethodDefinition> = ReturnType<M['requestDeserialize']>;
export type ReplyOf<M extends MethodDefinition> = ReturnType<M['responseDeserialize']>;

/** gRPC messages may be this large, both ways: an 8 MiB document and what surrounds it. */
export const maxMessageBytes = 9 * 1024 * 1024;

/** Room for error details in trailers; below the 64 KiB at which HTTP/2 peers refuse headers. */
export const maxMetadataBytes = 60 * 1024;
