import type { GrpcServiceDefinition } from './method-types.ts';

export interface EchoRequest {
  readonly text: string;
  readonly idempotencyKey: string;
}

export interface EchoReply {
  readonly text: string;
}

const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const decodeRequest = (bytes: Buffer): EchoRequest => JSON.parse(bytes.toString('utf8'));
const decodeReply = (bytes: Buffer): EchoReply => JSON.parse(bytes.toString('utf8'));

const codec = {
  requestSerialize: (value: EchoRequest): Buffer => encode(value),
  requestDeserialize: decodeRequest,
  responseSerialize: (value: EchoReply): Buffer => encode(value),
  responseDeserialize: decodeReply,
  requestStream: false,
} as const;

/** A service in the form of ts-proto, with JSON for bytes. For tests. */
export const echoDefinition = {
  echo: { ...codec, path: '/test.EchoService/Echo', responseStream: false },
  repeat: { ...codec, path: '/test.EchoService/Repeat', responseStream: true },
} as const satisfies GrpcServiceDefinition;

export const echoRequest = (text: string, idempotencyKey = ''): EchoRequest => ({ text, idempotencyKey });
