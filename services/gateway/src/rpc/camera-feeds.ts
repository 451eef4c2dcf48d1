import { type Clock, ProductError, rest } from '@cellwright/domain/basics';
import { jointAnglesSchema } from '@cellwright/domain/robot';
import type { FollowCameraRequest, FollowCameraResponse } from '@cellwright/proto/equipment';
import type { Cameras, TimedSample, WatchedCamera } from '../cameras/cameras.ts';
import { toWireRobotKind } from './robot-kind.ts';

/** Pause before a stream that ended is opened again, ms. */
const retryMS = 1000;
/**
 * Time for which a stream continues after its last follower, so that a program that requests single frames does not
 * restart it, ms.
 */
const lingerMS = 2000;
const longestStreamMS = 86_400_000;

/** Opens the stream of a camera at the service that hosts it. */
export type OpenCameraStream = (
  request: FollowCameraRequest,
  options: { readonly signal: AbortSignal; readonly deadlineMs: number },
) => AsyncIterable<FollowCameraResponse>;

export interface CameraFeedDeps {
  readonly openStream: OpenCameraStream;
  readonly clock: Clock;
}

type Listener = Parameters<Cameras['follow']>[1];

/** Shares one stream of each camera among all its followers. Nothing runs while a camera has none. */
export function createCameraFeeds(deps: CameraFeedDeps) {
  const feeds = new Map<string, CameraFeed>();
  return {
    follow(camera: WatchedCamera, listener: Listener): () => void {
      const key = `${camera.robotKind} ${camera.isTwin} ${camera.id}`;
      const feed = feeds.get(key) ?? new CameraFeed(deps, camera, () => void feeds.delete(key));
      feeds.set(key, feed);
      return feed.follow(listener);
    },
    /** Streams that are open, for tests and metrics. */
    count: () => feeds.size,
    close(): void {
      for (const feed of [...feeds.values()]) feed.close();
    },
  };
}

class CameraFeed {
  readonly #deps: CameraFeedDeps;
  readonly #camera: WatchedCamera;
  readonly #onEnd: () => void;
  readonly #listeners = new Set<Listener>();
  readonly #ending = new AbortController();
  #newest: TimedSample | undefined;
  #cancelEnd = () => {};

  constructor(deps: CameraFeedDeps, camera: WatchedCamera, onEnd: () => void) {
    this.#deps = deps;
    this.#camera = camera;
    this.#onEnd = onEnd;
    void this.#run();
  }

  follow(listener: Listener): () => void {
    // Two listeners may be the same function.
    const own: Listener = (sample) => listener(sample);
    this.#cancelEnd();
    this.#listeners.add(own);
    if (this.#newest && isCurrent(this.#newest, this.#deps.clock.now())) own(this.#newest);
    return () => {
      if (!this.#listeners.delete(own) || this.#listeners.size > 0) return;
      this.#cancelEnd = this.#deps.clock.schedule(lingerMS, () => this.close());
    };
  }

  close(): void {
    this.#cancelEnd();
    this.#ending.abort();
    this.#onEnd();
    const error = new ProductError('camera_disconnected', 'The connection to the camera was closed');
    this.#publish({ ok: false, error, isFinal: true });
    this.#listeners.clear();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.#followOnce(signal);
      } catch (error) {
        if (!signal.aborted) this.#publish(describeFailure(error));
      }
      await rest(this.#deps.clock, retryMS, signal);
    }
  }

  async #followOnce(signal: AbortSignal): Promise<void> {
    const { id, robotKind, isTwin } = this.#camera;
    const request = { equipmentId: id, robotKind: toWireRobotKind(robotKind), isTwin };
    for await (const response of this.#deps.openStream(request, { signal, deadlineMs: longestStreamMS })) {
      if (signal.aborted) return;
      this.#publish(this.#read(response));
    }
  }

  #read({ jpeg, sequence, ageMs, validForMs, jointAngles, problem }: FollowCameraResponse): TimedSample {
    if (problem !== '') return lost(problem);
    const { clock } = this.#deps;
    const angles = jointAnglesSchema.safeParse(jointAngles).data;
    return {
      ok: true,
      frame: {
        ...{ jpeg, sequence, validForMS: validForMs, capturedAt: clock.now() - ageMs },
        timestamp: new Date(clock.wallNow().getTime() - ageMs).toISOString(),
        ...(angles && { jointAngles: angles }),
      },
    };
  }

  #publish(sample: TimedSample): void {
    this.#newest = sample;
    for (const listener of [...this.#listeners]) listener(sample);
  }
}

function isCurrent(sample: TimedSample, now: number): boolean {
  return sample.ok && now - sample.frame.capturedAt <= sample.frame.validForMS;
}

function lost(problem: string): TimedSample {
  return { ok: false, error: new ProductError('camera_disconnected', problem), isFinal: false };
}

/** Retries an unavailable service, but not a refused request. */
function describeFailure(error: unknown): TimedSample {
  if (error instanceof ProductError && error.code !== 'unavailable') return { ok: false, error, isFinal: true };
  return lost(error instanceof Error ? error.message : String(error));
}
