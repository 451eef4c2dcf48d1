import * as z from 'zod';
import type { ByteInbox } from '../transport/byte-inbox.ts';
import type { ByteStream, StreamResult, Wanted } from '../transport/stream.ts';
import type { ModuleAnswer } from './device-modules.ts';

/** Maximum length of a message in one call. */
const maxBytes = 32 * 1024;
const longestWaitMS = 60_000;

const bytes = z
  .string()
  .min(1)
  .max(maxBytes)
  .regex(/^[\0-\xff]*$/);
const wantedSchema = z.union([bytes, z.number().int().min(1).max(maxBytes)]);

export const sendArguments = z.tuple([bytes]);
export const receiveArguments = z
  .tuple([wantedSchema])
  .or(z.tuple([wantedSchema, z.number().int().min(1).max(longestWaitMS)]));
export const waitArguments = z.tuple([z.number().min(0).max(longestWaitMS)]);

export function toWanted(given: string | number): Wanted {
  return typeof given === 'number' ? { count: given } : { until: given };
}

export const usages = {
  send: 'send takes a text with one character of code 0 to 255 for each byte',
  receive: 'receive takes the end of a message or a count of bytes, and optionally milliseconds',
  wait: 'wait takes milliseconds, at most a minute',
} as const;

export const nothing: ModuleAnswer = { ok: true, json: 'null' };

export function refuse(message: string): ModuleAnswer {
  return { ok: false, message };
}

export function answerOf(result: StreamResult): ModuleAnswer {
  return result.ok ? { ok: true, json: JSON.stringify(result.value) } : refuse(result.message);
}

/** Reads the arguments of a call; a module may send anything. */
export function readArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema of the call refuses it.
    return undefined;
  }
}

export type Line = Pick<ByteStream, 'send'> & Pick<ByteInbox, 'receive'>;
