import { type Clock, createId, isErrorCode, ProductError } from '@cellwright/domain/basics';
import {
  type RunnerMessageKind,
  type RunnerResponse,
  type RunnerResult,
  runnerMessages,
} from '@cellwright/domain/runner-socket';
import type * as z from 'zod';
import { toJSONText } from '../json-text.ts';

/** Requests that end with a motion last as long as it; a lost connection ends the wait anyway. */
const withoutDeadline: ReadonlySet<RunnerMessageKind> = new Set([
  'moveToJointSpacePoint',
  'moveToCartesianSpacePose',
  'moveToBoxingPosition',
  'moveJointRelative',
  'moveToolRelative',
  'returnToPausePosition',
]);
const answerWithinMS = 30_000;

/** Payload that a sender passes: fields with defaults may be absent. */
export type RunnerPayloadInput<K extends RunnerMessageKind> = z.input<(typeof runnerMessages)[K]['payload']>;

export interface SendOptions {
  /** Drops the request if a stop came after this epoch of the state. */
  readonly epoch?: number;
}

interface Waiting {
  readonly kind: RunnerMessageKind;
  resolve(result: unknown): void;
  reject(error: Error): void;
  cancelTimer(): void;
}

/** Requests of one connection that wait for their answer. */
export interface OpenRequests {
  send<K extends RunnerMessageKind>(
    kind: K,
    payload: RunnerPayloadInput<K>,
    options?: SendOptions,
  ): Promise<RunnerResult<K>>;
  settle(response: RunnerResponse): void;
  /** Returns the number of waiting requests of a kind. */
  count(kind: RunnerMessageKind): number;
  rejectAll(error: Error): void;
}

export function createOpenRequests(write: (text: string) => void, clock: Clock): OpenRequests {
  const waiting = new Map<string, Waiting>();
  const take = (id: string): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    found?.cancelTimer();
    return found;
  };
  return {
    send(kind, payload, { epoch } = {}) {
      const id = createId('message');
      return new Promise<RunnerResult<typeof kind>>((resolve, reject) => {
        const cancelTimer = withoutDeadline.has(kind)
          ? () => undefined
          : clock.schedule(answerWithinMS, () => take(id)?.reject(lateAnswer(kind)));
        // Sound: `settle` parses the result with the schema of this kind.
        waiting.set(id, {
          kind,
          resolve: (result) => resolve(result as RunnerResult<typeof kind>),
          reject,
          cancelTimer,
        });
        try {
          write(toJSONText({ id, kind, payload, epoch }));
        } catch (error) {
          take(id);
          reject(error);
        }
      });
    },
    settle(response) {
      const found = take(response.id);
      if (!found) return;
      if (!response.ok) {
        const { code, message, details } = response.error;
        found.reject(new ProductError(isErrorCode(code) ? code : 'internal_server_error', message, details));
        return;
      }
      const result = runnerMessages[found.kind].result.safeParse(response.result ?? {});
      if (result.success) found.resolve(result.data);
      else found.reject(new ProductError('unavailable', `The response to ${found.kind} does not match this version`));
    },
    count: (kind) => [...waiting.values()].filter((each) => each.kind === kind).length,
    rejectAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error);
    },
  };
}

function lateAnswer(kind: string): ProductError {
  return new ProductError(
    'unavailable',
    `The robot did not answer ${kind} within ${answerWithinMS / 1000} s; it may have been executed. Check before you try again`,
  );
}
