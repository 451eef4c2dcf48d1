import { ProductError } from '@cellwright/domain/basics';
import { type BusMessage, maxPayloadBytes } from './event-bus.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Encodes a payload: bytes are sent unchanged, everything else as JSON; undefined as null.
 * @throws ProductError `too_large` beyond `maxPayloadBytes`.
 */
export function encodePayload(payload: unknown): Uint8Array {
  const data = payload instanceof Uint8Array ? payload : encoder.encode(JSON.stringify(payload ?? null));
  if (data.length <= maxPayloadBytes) return data;
  throw new ProductError(
    'too_large',
    `A message of ${data.length} bytes is too large for the event bus (${maxPayloadBytes})`,
  );
}

export interface MessageParts {
  readonly subject: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly delivery: number;
  readonly data: Uint8Array;
}

/** Creates a message for handlers; text and JSON are decoded only on request. */
export function createMessage(parts: MessageParts): BusMessage {
  return new Message(parts);
}

class Message implements BusMessage {
  readonly subject: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly delivery: number;
  readonly data: Uint8Array;

  constructor({ subject, messageId, headers, delivery, data }: MessageParts) {
    this.subject = subject;
    this.messageId = messageId;
    this.headers = headers;
    this.delivery = delivery;
    this.data = data;
  }

  text(): string {
    return decoder.decode(this.data);
  }

  json(): unknown {
    return JSON.parse(this.text());
  }
}
