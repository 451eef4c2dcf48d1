import { type Clock, createId, isErrorCode, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import { clientClock } from './clock.ts';
import { toJSONText } from './json-text.ts';

const defaultDeadlineMS = 10_000;
/** Delays before a refused read is sent again, while its deadline allows, ms. */
const retryDelaysMS = [200, 800] as const;
/** Delay after which a read that timed out is sent once more, with a new deadline, ms. */
const timeoutRetryMS = 1000;

const envelopeSchema = z.object({ error: z.string(), message: z.string(), details: z.unknown().optional() });

export interface HttpOptions {
  /** Origin of the cell, such as `http://cell.local:3000`; '' for the origin of the page. */
  readonly url: string;
  /** A developer token; without one the browser's session cookie is used. */
  readonly token?: string | (() => string | undefined);
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly deadlineMS?: number;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions<T> {
  /** Schema of the answer. */
  readonly schema: z.ZodType<T>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; a string is sent as JSON text, bytes unchanged. */
  readonly body?: unknown;
  /** Two requests with the same key are one change. Each change gets a new key unless one is given. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly deadlineMS?: number;
  readonly signal?: AbortSignal;
}

export interface Answer<T> {
  readonly data: T;
  /** Version of the document, for `If-Match`. */
  readonly etag: string | undefined;
}

/** Reason why no answer of a cell arrived, in `details` of the error. */
export type NoAnswer = 'nothingAnswers' | 'notACell' | 'late';

export interface Http {
  /**
   * Sends a request.
   * @throws ProductError with a code of the error table.
   */
  request<T>(method: HttpMethod, path: string, options: RequestOptions<T>): Promise<T>;
  /** Does the same as `request` and returns the relevant headers. */
  exchange<T>(method: HttpMethod, path: string, options: RequestOptions<T>): Promise<Answer<T>>;
}

/**
 * Creates a sender of requests to a cell: authenticated, with a deadline, changes with an idempotency key. Only reads
 * are retried automatically, after a timeout once, 1 s later; a change without an answer may have been applied, so its
 * sender decides.
 */
export function createHttp(options: HttpOptions): Http {
  const clock = options.clock ?? clientClock;
  const exchange: Http['exchange'] = async (method, path, request) => {
    try {
      return await exchangeOnce(method, path, request);
    } catch (error) {
      if (method !== 'GET' || !isLate(error) || request.signal?.aborted) throw error;
      await clock.sleep(timeoutRetryMS, request.signal);
      return exchangeOnce(method, path, request);
    }
  };
  const exchangeOnce: Http['exchange'] = async (method, path, request) => {
    const deadline = startDeadline(
      clock,
      request.deadlineMS ?? options.deadlineMS ?? defaultDeadlineMS,
      method === 'GET' ? 'try again' : 'the change may have been made. Look whether it was before you try again',
      request.signal,
    );
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await send(options, method, path, request, deadline.signal);
        } catch (error) {
          const delay = method === 'GET' && isWorthRetrying(error) ? retryDelaysMS[attempt] : undefined;
          if (delay === undefined || deadline.signal.aborted) throw error;
          await clock.sleep(delay, deadline.signal);
        }
      }
    } finally {
      deadline.cancel();
    }
  };
  return { exchange, request: async (method, path, request) => (await exchange(method, path, request)).data };
}

async function send<T>(
  options: HttpOptions,
  method: HttpMethod,
  path: string,
  request: RequestOptions<T>,
  signal: AbortSignal,
): Promise<Answer<T>> {
  const target = `${options.url}${path}${queryText(request.query)}`;
  const sent = bodyOf(request.body);
  const doFetch = options.fetch ?? globalThis.fetch;
  let response: Response;
  let body: unknown;
  try {
    response = await doFetch(target, {
      method,
      headers: headersOf(options, method, request),
      body: sent,
      credentials: 'same-origin',
      signal,
    });
    body = await readJson(response);
  } catch (cause) {
    // The deadline and the caller's own signal carry their reason.
    if (signal.aborted) throw signal.reason;
    throw noAnswer('nothingAnswers', `No cell answers at ${options.url || 'this address'}. Is it running?`, cause);
  }
  if (!response.ok) throw refusalOf(options.url, body);
  const parsed = request.schema.safeParse(body);
  if (!parsed.success) throw notACell(options.url, parsed.error);
  return { data: parsed.data, etag: response.headers.get('etag') ?? undefined };
}

function headersOf<T>(options: HttpOptions, method: HttpMethod, request: RequestOptions<T>): Record<string, string> {
  const token = typeof options.token === 'function' ? options.token() : options.token;
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(request.body === undefined ? {} : { 'content-type': contentTypeOf(request.body) }),
    ...(method === 'GET' ? {} : { 'idempotency-key': request.idempotencyKey ?? createId('message') }),
    ...request.headers,
  };
}

function contentTypeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  // A copy that certainly does not use shared memory.
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' ? body : toJSONText(body);
}

function queryText(query: RequestOptions<unknown>['query']): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(url: string, body: unknown): ProductError {
  const refusal = envelopeSchema.safeParse(body);
  if (!refusal.success) return notACell(url, refusal.error);
  const { error, message, details } = refusal.data;
  return new ProductError(isErrorCode(error) ? error : 'internal_server_error', message, details);
}

function notACell(url: string, cause: unknown): ProductError {
  return noAnswer('notACell', `The server at ${url || 'this address'} is not a cell of this version`, cause);
}

function noAnswer(reason: NoAnswer, message: string, cause?: unknown): ProductError {
  return new ProductError('unavailable', message, { reason }, { cause });
}

function isLate(error: unknown): boolean {
  return error instanceof ProductError && reasonOf(error) === 'late';
}

function reasonOf({ details }: ProductError): unknown {
  return typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined;
}

/** Reasons that a later attempt does not change: no cell, or a device that did not answer the cell. */
const lastingReasons: ReadonlySet<unknown> = new Set(['notACell', 'unreachable', 'timeout', 'invalidAnswer']);

/** True if the same request may succeed a moment later. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ProductError)) return false;
  if (error.code === 'service_initializing' || error.code === 'rate_limited') return true;
  return error.code === 'unavailable' && !lastingReasons.has(reasonOf(error));
}

/**
 * Creates a signal that aborts after `ms`, with an error that ends with `advice`, or together with the caller's signal.
 */
function startDeadline(
  clock: Clock,
  ms: number,
  advice: string,
  signal?: AbortSignal,
): { signal: AbortSignal; cancel(): void } {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const cancelTimer = clock.schedule(ms, () =>
    controller.abort(noAnswer('late', `The cell did not answer within ${ms / 1000} s; ${advice}`)),
  );
  return {
    signal: controller.signal,
    cancel() {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
