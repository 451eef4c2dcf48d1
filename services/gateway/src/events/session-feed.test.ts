import { hashState } from '@cellwright/domain/run';
import type { StateSnapshot } from '@cellwright/domain/runner-socket';
import { busSubjects, createInProcessBus, type EventBus, silentLogger, systemClock } from '@cellwright/service-kit';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionState } from '../testing/gateway-bench.fixture.ts';
import { createSessionFeed, type SessionFeed } from './session-feed.ts';

const subject = busSubjects.robotPatch.of('simulated');
const brakes = (value: string, seq: number) => ({
  kind: 'patch',
  seq,
  hash: hashState({ ...sessionState, brakes: value }),
  patch: [{ op: 'replace', path: '/brakes', value }],
});

let bus: EventBus;
let feed: SessionFeed;
let getSnapshot: ReturnType<typeof vi.fn<() => Promise<StateSnapshot>>>;
let heard: { kind: string; seq: number }[];

beforeEach(async () => {
  bus = createInProcessBus({ log: silentLogger });
  heard = [];
  getSnapshot = vi.fn(async () => ({
    kind: 'snapshot' as const,
    seq: 7,
    hash: hashState(sessionState),
    state: structuredClone(sessionState),
  }));
  feed = await createSessionFeed({ robotKind: 'simulated', bus, getSnapshot, clock: systemClock, log: silentLogger });
  const hear = (text: string) => void heard.push(JSON.parse(text));
  feed.listen({ onSnapshot: hear, onPatch: hear, onFrame: hear });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
});
afterEach(async () => {
  await feed.close();
  await bus.close();
});

const packets = () => heard.map(({ kind, seq }) => `${kind} ${seq}`);

describe('The feed of a session', () => {
  it('forwards patches and builds its snapshots from them', async () => {
    await bus.publish(subject, brakes('disengaged', 8));
    await vi.waitFor(() => expect(packets()).toEqual(['snapshot 7', 'patch 8']));
    expect(feed.snapshot()).toMatchObject({ seq: 8, state: { brakes: 'disengaged' } });
    expect(getSnapshot).toHaveBeenCalledTimes(1);
  });

  it('omits patches that clients already have', async () => {
    await bus.publish(subject, brakes('disengaged', 7));
    await bus.publish(subject, brakes('disengaged', 8));
    await vi.waitFor(() => expect(packets()).toEqual(['snapshot 7', 'patch 8']));
  });

  it('fetches a snapshot after a gap', async () => {
    await bus.publish(subject, brakes('disengaged', 9));
    await vi.waitFor(() => expect(packets()).toEqual(['snapshot 7', 'snapshot 7']));
    expect(getSnapshot).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['is not one', { kind: 'patch', seq: 8, hash: 1, patch: [{ op: 'bend', path: '/brakes' }] }],
    ['ends in another hash', { ...brakes('disengaged', 8), hash: 1 }],
    ['leads nowhere', { kind: 'patch', seq: 8, hash: 1, patch: [{ op: 'replace', path: '/none/such', value: 1 }] }],
  ])('sends a snapshot after a patch that %s', async (_, patch) => {
    await bus.publish(subject, patch);
    await vi.waitFor(() => expect(packets()).toEqual(['snapshot 7', 'patch 8', 'snapshot 7']));
    expect(feed.snapshot()?.seq).toBe(7);
  });

  it('continues after an invalid patch message', async () => {
    for (const nonsense of [null, 'text', [8]]) await bus.publish(subject, nonsense);
    await bus.publish(subject, Uint8Array.from([0x7b]));
    await vi.waitFor(() => expect(packets().at(-1)).toBe('snapshot 7'));
    await vi.waitFor(async () => {
      await bus.publish(subject, brakes('disengaged', 8));
      expect(packets().at(-1)).toBe('patch 8');
    });
  });

  it('writes at most one snapshot per 50 ms for all newcomers while the state changes, and loses no change for them', async () => {
    const stringify = vi.spyOn(JSON, 'stringify');
    const snapshots = () => stringify.mock.calls.filter(([value]) => value?.kind === 'snapshot').length;
    const clock = new VirtualClock();
    const ownBus = createInProcessBus({ log: silentLogger });
    const busy = await createSessionFeed({
      robotKind: 'simulated',
      bus: ownBus,
      getSnapshot,
      clock,
      log: silentLogger,
    });
    await flushPromises();
    const heardBy: string[][] = [];
    const writtenBefore = snapshots();
    for (let seq = 8; seq < 28; seq++) {
      // Every 10 ms the state changes and ten clients return.
      await ownBus.publish(subject, brakes(seq % 2 === 0 ? 'disengaged' : 'engaged', seq));
      await flushPromises();
      for (let client = 0; client < 10; client++) {
        const own: string[] = [];
        heardBy.push(own);
        const hear = (text: string) => {
          const { kind, seq: heardSeq } = JSON.parse(text);
          own.push(`${kind} ${heardSeq}`);
        };
        busy.listen({ onSnapshot: hear, onPatch: hear, onFrame: hear });
      }
      await clock.advance(10);
    }
    await clock.advance(50);
    expect(snapshots() - writtenBefore).toBeLessThanOrEqual(5);
    for (const own of heardBy) {
      const from = Number(own[0]?.replace('snapshot ', ''));
      expect(own).toEqual([
        `snapshot ${from}`,
        ...Array.from({ length: 27 - from }, (_, index) => `patch ${from + 1 + index}`),
      ]);
    }
    stringify.mockRestore();
    await busy.close();
    await ownBus.close();
  });
});

describe('Frames', () => {
  it('arrive from the bus only while a client listens', async () => {
    const subjects: string[] = [];
    const closed: string[] = [];
    const watched: EventBus = {
      ...bus,
      async subscribe(pattern, handler, options) {
        subjects.push(pattern);
        const subscription = await bus.subscribe(pattern, handler, options);
        return { ...subscription, close: () => subscription.close().then(() => void closed.push(pattern)) };
      },
    };
    const quiet = await createSessionFeed({
      robotKind: 'live',
      bus: watched,
      getSnapshot,
      clock: systemClock,
      log: silentLogger,
    });
    const frames = busSubjects.robotFrame.of('live');
    expect(subjects).not.toContain(frames);
    const seen: string[] = [];
    const see = (text: string) => void seen.push(text);
    const leaves = [1, 2].map(() => quiet.listen({ onSnapshot: () => undefined, onPatch: see, onFrame: see }));
    await vi.waitFor(() => expect(subjects).toContain(frames));
    await bus.publish(frames, { kind: 'frame', seq: 1 });
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    leaves[0]?.();
    expect(closed).toEqual([]);
    leaves[1]?.();
    await vi.waitFor(() => expect(closed).toEqual([frames]));
    await quiet.close();
  });
});
