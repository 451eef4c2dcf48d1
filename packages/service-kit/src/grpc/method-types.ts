/** A method in the form of ts-proto with `outputServices=grpc-js`. */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: false;
  readonly responseStream: boolean;
  /** Accepts the result of this method's own deserialiser; likewise for the reply. */
  requestSerialize(value: unknown): Buffer;
  requestDeserialize(bytes: Buffer): unknown;
  responseSerialize(value: unknown): Buffer;
  responseDeserialize(bytes: Buffer): unknown;
}

/** A service in the form of ts-proto: method name to definition. */
export type GrpcServiceDefinition = Readonly<Record<string, MethodDefinition>>;

export type RequestOf<M extends MethodDefinition> = ReturnType<M['requestDeserialize']>;
export type ReplyOf<M extends MethodDefinition> = ReturnType<M['responseDeserialize']>;

/** Maximum size of a gRPC message in both directions: an 8 MiB document and its envelope. */
export const maxMessageBytes = 9 * 1024 * 1024;

/** Maximum size of error details in trailers; below the 64 KiB at which HTTP/2 peers refuse headers. */
export const maxMetadataBytes = 60 * 1024;
