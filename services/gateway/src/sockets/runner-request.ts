import { jsonDepthOf, maxJsonDepth, ProductError } from '@cellwright/domain/basics';
import {
  describeIssues,
  findRepeatedProblems,
  findUnheldProblems,
  type Problem,
  problemsOf,
} from '@cellwright/domain/routine';
import { type RunnerRequest, runnerRequestSchema } from '@cellwright/domain/runner-socket';
import type { RawData } from 'ws';
import * as z from 'zod';

const stopKindSchema = z.enum(['stop', 'emergencyStop']);
const stopSchema = z.looseObject({ kind: stopKindSchema, payload: z.unknown().optional() });
const namedSchema = z.looseObject({ id: z.string().max(128) });

export type ReadRequest =
  | { readonly ok: true; readonly request: RunnerRequest; readonly isStop: boolean }
  | { readonly ok: false; readonly id: string; readonly refusal: ProductError };

/** A stop contains its kind; few other messages contain these words, and such a message is only read slightly early. */
const stopWords = ['"stop"', '"emergencyStop"'].map((word) => Buffer.from(word));
/** Maximum length of a stop. */
export const maxStopBytes = 4096;

/** True if a message may be a stop, without parsing it. */
export function mayBeStop(data: RawData): boolean {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
  return bytes.length <= maxStopBytes && stopWords.some((word) => bytes.includes(word));
}

/** True if a message is a stop. Parses only what may be one. */
export function isStop(data: Buffer): boolean {
  return mayBeStop(data) && stopSchema.safeParse(parseText(data)).success;
}

function parseText(data: Buffer): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

/** Reads a client's request. A stop is accepted regardless of other contents of the message. */
export function readRequest(packet: unknown, text: string): ReadRequest {
  const id = namedSchema.safeParse(packet).data?.id ?? '';
  const stop = stopSchema.safeParse(packet).data;
  if (stop) return { ok: true, isStop: true, request: { id, kind: stop.kind, payload: stop.payload } };
  if (jsonDepthOf(text) > maxJsonDepth) {
    return {
      ok: false,
      id,
      refusal: new ProductError('too_large', `A message can be nested at most ${maxJsonDepth} levels deep`),
    };
  }
  const request = runnerRequestSchema.safeParse(packet);
  if (!request.success) {
    const reason = `Bad packet: ${describeIssues(request.error)}`;
    return refuse(id, reason, problemsOf(request.error));
  }
  // On its way to the runner a number that is not finite would become null, which can mean "no limit".
  const repeated = findRepeatedProblems(packet, text);
  const unheld = repeated.length > 0 ? repeated : findUnheldProblems(request.data.payload);
  const [first] = unheld;
  return first ? refuse(id, first.message, unheld) : { ok: true, isStop: false, request: request.data };
}

function refuse(id: string, reason: string, problems: readonly Problem[]): ReadRequest {
  return { ok: false, id, refusal: new ProductError('request_failed_validation', reason, { problems }) };
}
