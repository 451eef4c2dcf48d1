import { ProductError } from '@cellwright/domain/basics';
import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../entities/entity-client.ts';
import type { LiveClient, LiveEvents, LiveState } from './live-client.ts';
import { type LiveFind, watchFind } from './live-find.ts';

/** A connection controlled by a test. */
class FakeLive implements LiveClient {
  state: LiveState = 'connected';
  readonly refusal = undefined;
  readonly events = new Set<LiveEvents>();
  listen(events: LiveEvents): () => void {
    this.events.add(events);
    return () => this.events.delete(events);
  }
  change(entity: string): void {
    for (const { onChange } of this.events) onChange?.({ entity, change: 'patched', document: {} });
  }
  reset(entity?: string): void {
    for (const { onReset } of this.events) onReset?.(entity);
  }
  enter(state: LiveState): void {
    this.state = state;
    for (const { onState } of this.events) onState?.(state);
  }
  close(): void {}
}

interface Question {
  answer(...names: string[]): void;
  refuse(error: unknown): void;
  readonly signal: AbortSignal;
}

let clock: VirtualClock;
let live: FakeLive;
let questions: Question[];
let found: LiveFind<string>;
beforeEach(() => {
  clock = new VirtualClock();
  live = new FakeLive();
  questions = [];
  found = watchFind(live, {
    entity: 'globalSpace',
    clock,
    find: (signal) =>
      new Promise<Page<string>>((resolve, reject) => {
        questions.push({
          signal,
          answer: (...items) => resolve({ items, total: items.length }),
          refuse: reject,
        });
      }),
  });
});

describe('watchFind', () => {
  it('loads immediately and is current with the answer', async () => {
    expect(found.isCurrent).toBe(false);
    questions[0]?.answer('P1');
    await clock.advance(0);
    expect(found.page).toEqual({ items: ['P1'], total: 1 });
    expect(found.isCurrent).toBe(true);
  });

  it('reloads after a change of its entity only', async () => {
    questions[0]?.answer('P1');
    await clock.advance(1000);
    live.change('routines');
    await clock.advance(1000);
    expect(questions).toHaveLength(1);
    live.change('globalSpace');
    expect(found.isCurrent, 'it may be old').toBe(false);
    await clock.advance(50);
    questions[1]?.answer('P1', 'P2');
    await clock.advance(0);
    expect(found.page?.total).toBe(2);
    expect(found.isCurrent).toBe(true);
  });

  it('loads once for a thousand changes, and again for those during the request', async () => {
    questions[0]?.answer();
    await clock.advance(0);
    for (let count = 0; count < 1000; count++) live.change('globalSpace');
    await clock.advance(50);
    expect(questions).toHaveLength(2);
    for (let count = 0; count < 1000; count++) live.change('globalSpace');
    await clock.advance(1000);
    expect(questions, 'one question at a time').toHaveLength(2);
    questions[1]?.answer('old');
    await clock.advance(50);
    questions[2]?.answer('new');
    await clock.advance(1000);
    expect(questions).toHaveLength(3);
    expect(found.page?.items).toEqual(['new']);
  });

  it('reloads when the connection is back and is not current without one', async () => {
    questions[0]?.answer('P1');
    await clock.advance(0);
    live.enter('lost');
    expect(found.isCurrent).toBe(false);
    expect(found.page?.items).toEqual(['P1']);
    live.enter('connected');
    live.reset();
    await clock.advance(50);
    questions[1]?.answer('P2');
    await clock.advance(0);
    expect(found.page?.items).toEqual(['P2']);
    expect(found.isCurrent).toBe(true);
  });

  it('keeps the last page when a load fails, reports the error and retries', async () => {
    questions[0]?.answer('P1');
    await clock.advance(0);
    live.reset('globalSpace');
    await clock.advance(50);
    questions[1]?.refuse(new ProductError('unavailable', 'No cell answers'));
    await clock.advance(0);
    expect(found.page?.items).toEqual(['P1']);
    expect(found.error).toMatchObject({ code: 'unavailable' });
    expect(found.isCurrent).toBe(false);
    await clock.advance(1000);
    questions[2]?.answer('P1');
    await clock.advance(0);
    expect(found.error).toBeUndefined();
    expect(found.isCurrent).toBe(true);
  });

  it('notifies its subscribers of every change until it is closed', async () => {
    let told = 0;
    found.subscribe(() => told++);
    questions[0]?.answer('P1');
    await clock.advance(0);
    expect(told).toBe(1);
    live.change('globalSpace');
    expect(told).toBe(2);
    await clock.advance(50);
    found.close();
    expect(questions[1]?.signal.aborted).toBe(true);
    questions[1]?.answer('P2');
    live.change('globalSpace');
    await clock.advance(5000);
    expect(told).toBe(2);
    expect(questions).toHaveLength(2);
    expect(live.events.size).toBe(0);
  });
});
