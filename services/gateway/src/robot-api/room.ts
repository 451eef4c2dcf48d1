import { type ErrorCode, errorTable, ProductError } from '@cellwright/domain/basics';
import { accessMessages } from '@cellwright/domain/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { type KnownCode, knownCodeOf } from '../domain/known-codes.ts';
import { robotKindOf } from '../http/robot-kind.ts';
import type { RobotCall } from './robot-line.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors that this operation returns differently from the table of errors. */
    refusals?: Partial<Record<ErrorCode, { readonly code?: KnownCode; readonly status?: number }>>;
  }
}

const conflictStatus = 400;

export type Api = ReturnType<typeof apiOf>;
export function apiOf(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>();
}

export function callOf(request: FastifyRequest): RobotCall {
  const { identity } = request;
  if (!identity) throw new ProductError('authorization_required', accessMessages.signInFirst);
  return { robotKind: robotKindOf(request), identity };
}

/** Sends every error as `{ error, message }` with one of the 25 codes: any other crashes the program that reads it. */
export function sendKnownError(request: FastifyRequest, reply: FastifyReply, { code, message }: ProductError): void {
  const told = request.routeOptions.config.refusals?.[code];
  const status = told?.status ?? (code === 'conflict' ? conflictStatus : errorTable[told?.code ?? code].http);
  void reply.status(status).send({ error: told?.code ?? knownCodeOf(code), message });
}

/** Removes nulls: programs send null for omitted fields. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(given.map(([name, field]) => [name, withoutNulls(field)]));
}

/** Response that programs do not read. */
export const doneSchema = z.object({});
/** Error response that this operation returns despite a status of a failure, as existing programs expect. */
export const refusalSchema = z.object({ error: z.string(), message: z.string() });
