import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaceClock, paceSource } from './change-source.ts';

/** Creates a clock and a source that the test controls. */
function bench() {
  let now = 0;
  let waiting: { readonly at: number; readonly then: () => void }[] = [];
  const clock: PaceClock = {
    now: () => now,
    wait(forMS, then) {
      const entry = { at: now + forMS, then };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
  };
  const listeners = new Set<() => void>();
  return {
    clock,
    source: {
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    change() {
      for (const listener of [...listeners]) listener();
    },
    advance(forMS: number) {
      const end = now + forMS;
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.then();
      }
      now = end;
    },
    get time() {
      return now;
    },
    get waits() {
      return waiting.length;
    },
    get listenerCount() {
      return listeners.size;
    },
  };
}

describe('A paced source', () => {
  it('notifies of the first change immediately and of the newest in each further interval', () => {
    const { clock, source, change, advance } = bench();
    let told = 0;
    paceSource(source, { intervalMS: 100 }, clock).subscribe(() => told++);
    change();
    expect(told).toBe(1);
    for (let frame = 0; frame < 30; frame++) {
      advance(33);
      change();
    }
    expect(told).toBeGreaterThanOrEqual(10);
    expect(told).toBeLessThanOrEqual(11);
  });

  it('never drops the last change, whenever changes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 250 }), { maxLength: 40 }), fc.nat(99), (pauses, phaseMS) => {
        const { clock, source, change, advance } = bench();
        let value = 0;
        let shown = 0;
        paceSource(source, { intervalMS: 100, phaseMS }, clock).subscribe(() => {
          shown = value;
        });
        for (const pause of pauses) {
          advance(pause);
          value++;
          change();
        }
        advance(150);
        expect(shown).toBe(value);
      }),
    );
  });

  it('notifies with a change of a stream, never between two, and needs no timer for it', () => {
    const cell = bench();
    const times: number[] = [];
    paceSource(cell.source, { intervalMS: 100 }, cell.clock).subscribe(() => times.push(cell.time));
    for (let frame = 0; frame < 100; frame++) {
      cell.change();
      cell.advance(32);
    }
    expect(times.every((time) => time % 32 === 0)).toBe(true);
    expect(times.slice(0, 5)).toEqual([0, 128, 224, 320, 416]);
  });

  it('runs in other frames than a source of another phase', () => {
    const cell = bench();
    const times: Record<string, number[]> = { one: [], other: [] };
    paceSource(cell.source, { intervalMS: 100 }, cell.clock).subscribe(() => times.one?.push(cell.time));
    paceSource(cell.source, { intervalMS: 100, phaseMS: 50 }, cell.clock).subscribe(() => times.other?.push(cell.time));
    for (let frame = 0; frame < 100; frame++) {
      cell.advance(10);
      cell.change();
    }
    const shared = times.one?.slice(1).filter((time) => times.other?.includes(time));
    expect(shared).toEqual([]);
  });

  it('notifies all its listeners together, with one timer', () => {
    const cell = bench();
    const paced = paceSource(cell.source, { intervalMS: 100 }, cell.clock);
    const told: string[] = [];
    for (const name of ['one', 'other']) paced.subscribe(() => told.push(`${name} at ${cell.time}`));
    cell.change();
    cell.change();
    expect([cell.waits, cell.listenerCount]).toEqual([1, 1]);
    cell.advance(150);
    expect(told).toEqual(['one at 0', 'other at 0', 'one at 145', 'other at 145']);
  });

  it('unsubscribes and stops its timer without listeners', () => {
    const cell = bench();
    const leave = paceSource(cell.source, { intervalMS: 100 }, cell.clock).subscribe(() => undefined);
    cell.change();
    cell.change();
    expect(cell.waits).toBe(1);
    leave();
    expect([cell.waits, cell.listenerCount]).toEqual([0, 0]);
  });
});
