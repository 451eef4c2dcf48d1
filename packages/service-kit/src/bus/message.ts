import type { BusMessage } from './event-bus.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes travel as they are, everything else as JSON; undefined as null. */
export function encodePayload(payload: unknown): Uint8Array {
  if (payload instanceof Uint8Array) return payload;
  return encoder.encode(JSON.stringify(payload ?? null));
}

export interface MessageParts {
  readonly subject: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly delivery: number;
  readonly data: Uint8Array;
}

/** A message as handlers see it; text and JSON are decoded only when asked for. */
export function createMessage(parts: MessageParts): BusMessage {
  const text = () => decoder.decode(parts.data);
  return { ...parts, text, json: () => JSON.parse(text()) };
}
