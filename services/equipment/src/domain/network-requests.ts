import { createHash } from 'node:crypto';
import { type HttpRequest, httpRequestSchema, ProductError, withEither } from '@cellwright/domain/basics';
import { problemsOf } from '@cellwright/domain/routine';
import { carryOutOnce, type OnceDeps } from './at-most-once.ts';
import type { Session } from './stop-epochs.ts';

export interface NetworkRequest {
  readonly session: Session;
  readonly stopEpoch: number;
  /** HttpRequest, as JSON. */
  readonly requestJson: string;
  readonly idempotencyKey: string;
}

export interface NetworkRequestDeps extends OnceDeps {
  /** @throws ProductError conflict when the epoch has ended */
  readonly enterEpoch: (session: Session, stopEpoch: number) => void;
  readonly send: (request: HttpRequest, signal: AbortSignal) => Promise<unknown>;
}

export type NetworkRequests = ReturnType<typeof createNetworkRequests>;

/**
 * Sends requests to addresses from user input, each at most once; a stop aborts them. In a simulated or twin session, a
 * request with its own answer gets that, and nothing is sent.
 */
export function createNetworkRequests({ enterEpoch, send, ...once }: NetworkRequestDeps) {
  const running = new Set<{ readonly session: Session; readonly stopEpoch: number; readonly abort: AbortController }>();

  const sendUntilStopped = async (request: HttpRequest, of: NetworkRequest, caller: AbortSignal): Promise<unknown> => {
    const { session, stopEpoch } = of;
    const entry = { session, stopEpoch, abort: new AbortController() };
    running.add(entry);
    try {
      return await withEither(caller, entry.abort.signal, (signal) => send(request, signal));
    } finally {
      running.delete(entry);
    }
  };
  /** Aborts the requests of every epoch except this one. */
  const stop = (session: Session, stopEpoch: number): void => {
    for (const each of running) if (each.session === session && each.stopEpoch !== stopEpoch) each.abort.abort();
  };

  return {
    stop,
    async request(asked: NetworkRequest, caller: AbortSignal): Promise<string> {
      const { session, stopEpoch, idempotencyKey: key } = asked;
      const request = readRequest(asked);
      enterEpoch(session, stopEpoch);
      stop(session, stopEpoch);
      const { simulatedAnswer, ...sent } = request;
      if (session !== 'live' && simulatedAnswer) return JSON.stringify({ ok: true, value: simulatedAnswer });
      return carryOutOnce(once, {
        key,
        // Headers and body may be secret.
        fingerprint: createHash('sha256')
          .update(JSON.stringify(['http', session, sent]))
          .digest('hex'),
        outcomeUnknown: () => outcomeUnknown(request.url),
        carryOut: () => sendUntilStopped(sent, asked, caller),
      });
    },
  };
}

function readRequest({ requestJson, idempotencyKey }: NetworkRequest): HttpRequest {
  if (idempotencyKey === '') {
    throw new ProductError('request_failed_validation', 'A request over the network needs an idempotency key');
  }
  const parsed = httpRequestSchema.safeParse(parseJson(requestJson));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${message}`);
  throw new ProductError('request_failed_validation', `The request is not valid. ${problems.join('. ')}`, {
    problems: problemsOf(parsed.error),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProductError('request_failed_validation', 'The request is not JSON text');
  }
}

function outcomeUnknown(url: string): ProductError {
  return new ProductError(
    'conflict',
    `This request to ${url} was started before, and its outcome is unknown. Check the server before continuing`,
    { reason: 'outcome_unknown' },
  );
}
