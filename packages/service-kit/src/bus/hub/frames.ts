import { isErrorCode, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import { maxPayloadBytes } from '../event-bus.ts';

/**
 * Messages between the hub and its clients. Each WebSocket message is one frame: a line of JSON with its type, followed
 * by the payload as bytes.
 */

const count = z.number().int().nonnegative();
const headers = z.record(z.string(), z.string());

export const clientHeaderSchema = z.discriminatedUnion('op', [
  /** Answered if it has a `call`: once a durable message is stored. */
  z.object({
    op: z.literal('publish'),
    call: count.optional(),
    subject: z.string(),
    messageId: z.string().optional(),
    headers,
  }),
  z.object({
    op: z.literal('subscribe'),
    call: count,
    subscription: count,
    pattern: z.string(),
    durable: z.string().optional(),
    queue: z.string().optional(),
    maxPending: count.optional(),
  }),
  /** Answered when no message of the subscription is in progress. */
  z.object({ op: z.literal('unsubscribe'), call: count, subscription: count }),
  /** A durable message was handled, or failed with a problem. */
  z.object({ op: z.literal('settle'), receipt: count, problem: z.string().optional() }),
  z.object({ op: z.literal('ping'), call: count }),
]);
export type ClientHeader = z.infer<typeof clientHeaderSchema>;

const errorSchema = z.object({
  code: z.string().refine(isErrorCode),
  message: z.string(),
  details: z.unknown().optional(),
});

export const hubHeaderSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('answer'), call: count, error: errorSchema.optional() }),
  /** Settled by the client when it has a `receipt`. */
  z.object({
    op: z.literal('message'),
    subscription: count,
    receipt: count.optional(),
    subject: z.string(),
    messageId: z.string(),
    headers,
    delivery: count,
  }),
]);
export type HubHeader = z.infer<typeof hubHeaderSchema>;

/** Reserve for the line before the largest payload. */
export const maxFrameBytes = maxPayloadBytes + 64 * 1024;

const lineEnd = 0x0a;

export function encodeFrame(header: ClientHeader | HubHeader, payload?: Uint8Array): Uint8Array {
  const line = `${JSON.stringify(header)}\n`;
  return payload ? Buffer.concat([Buffer.from(line), payload]) : Buffer.from(line);
}

/** Decodes a frame. @throws Error when it is invalid. */
export function decodeFrame<T>(frame: Buffer, schema: z.ZodType<T>): { header: T; payload: Uint8Array } {
  const end = frame.indexOf(lineEnd);
  const header = schema.parse(JSON.parse(frame.toString('utf8', 0, end)));
  return { header, payload: frame.subarray(end + 1) };
}

export function encodeError(error: unknown): z.infer<typeof errorSchema> {
  if (error instanceof ProductError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'internal_server_error', message: error instanceof Error ? error.message : String(error) };
}

export function decodeError({ code, message, details }: z.infer<typeof errorSchema>): ProductError {
  return new ProductError(code, message, details);
}
