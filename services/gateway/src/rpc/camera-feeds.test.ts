import { ProductError } from '@cellwright/domain/basics';
import type { FollowCameraResponse } from '@cellwright/proto/equipment';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { TimedSample } from '../cameras/cameras.ts';
import { createCameraFeeds, type OpenCameraStream } from './camera-feeds.ts';

const camera = { id: 'camera_1', robotKind: 'simulated', isTwin: false } as const;
const frame = (sequence: number): FollowCameraResponse => ({
  ...{ jpeg: Buffer.from('picture'), sequence, ageMs: 20, validForMs: 300, problem: '' },
  jointAngles: [1, 2, 3, 4, 5, 6],
});

/** Service that streams the frames of a test. */
function openFeeds() {
  const clock = new VirtualClock();
  const streams: { send(response: FollowCameraResponse): void; fail(error: Error): void; isOpen: boolean }[] = [];
  const openStream: OpenCameraStream = async function* (_request, { signal }) {
    const sent: (FollowCameraResponse | Error)[] = [];
    let wake = () => {};
    const add = (item: FollowCameraResponse | Error) => {
      sent.push(item);
      wake();
    };
    const stream = { send: add, fail: add, isOpen: true };
    streams.push(stream);
    signal.addEventListener('abort', () => wake());
    try {
      while (!signal.aborted) {
        const item = sent.shift();
        if (item instanceof Error) throw item;
        if (item) yield item;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stream.isOpen = false;
    }
  };
  const feeds = createCameraFeeds({ openStream, clock });
  const follow = () => {
    const samples: TimedSample[] = [];
    const unfollow = feeds.follow(camera, (sample) => samples.push(sample));
    return { samples, unfollow };
  };
  return { clock, streams, feeds, follow, turn: () => clock.advance(0) };
}

const framesOf = (samples: readonly TimedSample[]) =>
  samples.flatMap((sample) => (sample.ok ? [sample.frame.sequence] : []));

describe('a camera feed', () => {
  it('shares one stream among all followers', async () => {
    const { streams, follow, turn } = openFeeds();
    const followers = [follow(), follow(), follow()];
    await turn();
    expect(streams.length).toBe(1);
    streams[0]?.send(frame(1));
    await turn();
    expect(followers.map(({ samples }) => framesOf(samples))).toEqual([[1], [1], [1]]);
  });

  it('has the capture time of a frame on its own clock', async () => {
    const { clock, streams, follow, turn } = openFeeds();
    await clock.advance(1000);
    const { samples } = follow();
    await turn();
    streams[0]?.send(frame(1));
    await turn();
    expect(samples).toMatchObject([
      { ok: true, frame: { capturedAt: clock.now() - 20, jointAngles: [1, 2, 3, 4, 5, 6] } },
    ]);
  });

  it('sends the newest frame to a newcomer while it is current', async () => {
    const { clock, streams, follow, turn } = openFeeds();
    follow();
    await turn();
    streams[0]?.send(frame(1));
    await turn();
    expect(framesOf(follow().samples)).toEqual([1]);
    await clock.advance(281);
    expect(framesOf(follow().samples)).toEqual([]);
  });

  it('ends its stream two seconds after the last follower has left', async () => {
    const { clock, streams, feeds, follow, turn } = openFeeds();
    const { unfollow } = follow();
    await turn();
    unfollow();
    await clock.advance(1900);
    expect([streams[0]?.isOpen, feeds.count()]).toEqual([true, 1]);
    await clock.advance(200);
    expect([streams[0]?.isOpen, feeds.count()]).toEqual([false, 0]);
  });

  it('keeps its stream for a follower that returns in time', async () => {
    const { clock, streams, follow, turn } = openFeeds();
    follow().unfollow();
    await clock.advance(1000);
    follow();
    await clock.advance(5000);
    await turn();
    expect([streams.length, streams[0]?.isOpen]).toEqual([1, true]);
  });

  it('gives the reason when its stream fails, and opens it again after a second', async () => {
    const { clock, streams, follow, turn } = openFeeds();
    const { samples } = follow();
    await turn();
    streams[0]?.fail(new ProductError('unavailable', 'The equipment service is away'));
    await turn();
    expect(samples).toMatchObject([{ ok: false, isFinal: false, error: { code: 'camera_disconnected' } }]);
    await clock.advance(1000);
    streams[1]?.send(frame(1));
    await turn();
    expect(framesOf(samples)).toEqual([1]);
  });

  it('passes a refusal on as final', async () => {
    const { streams, follow, turn } = openFeeds();
    const { samples } = follow();
    await turn();
    streams[0]?.fail(new ProductError('not_found', 'There is no device camera_1'));
    await turn();
    expect(samples).toMatchObject([{ ok: false, isFinal: true, error: { code: 'not_found' } }]);
  });
});
