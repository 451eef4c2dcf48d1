import { describe, expect, it } from 'vitest';
import { HistoryHold } from './history-hold.ts';

/** Creates a history of four entries at its last one, with a hold before a router that receives its steps. */
function begin() {
  let at = 3;
  const heard: number[] = [];
  const view = {
    history: {
      get state() {
        return { __TSR_index: at };
      },
      go: (steps = 0) => void step(steps),
    },
  };
  const hold = new HistoryHold(view);
  const step = (steps: number): void => {
    at += steps;
    let isStopped = false;
    const stopImmediatePropagation = () => {
      isStopped = true;
    };
    hold.onPop({ state: view.history.state, stopImmediatePropagation });
    if (!isStopped) heard.push(at);
  };
  return { hold, step, heard, place: () => at };
}

describe('HistoryHold', () => {
  it('undoes further steps back while the question about the first is open, so that Stay ends at the start', () => {
    const { hold, step, heard, place } = begin();
    step(-1);
    const release = hold.take();
    step(-1);
    step(-1);
    step(-2);
    expect(place()).toBe(2);
    release();
    // The router takes back the one step that it received.
    step(1);
    expect(place()).toBe(3);
    expect(heard).toEqual([2, 3]);
  });

  it('undoes a step back while the question about a link is open', () => {
    const { hold, step, heard, place } = begin();
    const release = hold.take();
    step(-1);
    step(1);
    expect(place()).toBe(3);
    release();
    expect(heard).toEqual([]);
  });

  it('lets the router undo its step when another question replaces the first', () => {
    const { hold, step, heard, place } = begin();
    step(-1);
    const release = hold.take();
    const releaseSecond = hold.take();
    release();
    step(1);
    expect(place()).toBe(3);
    step(-1);
    expect(place()).toBe(3);
    releaseSecond();
    step(-1);
    expect(heard).toEqual([2, 3, 2]);
  });

  it('handles steps only while a question is open', () => {
    const { hold, step, heard } = begin();
    hold.take()();
    step(-2);
    expect(heard).toEqual([1]);
  });
});
