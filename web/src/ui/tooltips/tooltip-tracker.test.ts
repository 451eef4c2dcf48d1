import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trackTooltips } from './tooltip-tracker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startTracker() {
  const shown: (string | undefined)[] = [];
  return { shown, tracker: trackTooltips<string>((open) => shown.push(open)) };
}

describe('A tooltip', () => {
  it('opens 500 ms after the pointer came, and closes 150 ms after it left', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(499);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    tracker.leave('a');
    vi.advanceTimersByTime(149);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', undefined]);
  });

  it('never opens for a pointer that passes over the control', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(200);
    tracker.leave('a');
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
  });

  it('stays open when the pointer returns before it closed', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(500);
    tracker.leave('a');
    vi.advanceTimersByTime(100);
    tracker.enter('a');
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(['a']);
  });

  it('gives way immediately to that of another control, whose close alone counts then', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(500);
    tracker.enter('b');
    tracker.leave('a');
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(['a', 'b']);
    tracker.leave('b');
    vi.advanceTimersByTime(150);
    expect(shown).toEqual(['a', 'b', undefined]);
  });

  it('counts the delay from the newest control while none is open', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(400);
    tracker.enter('b');
    tracker.leave('a');
    vi.advanceTimersByTime(499);
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['b']);
  });

  it('closes immediately when it is dismissed', () => {
    const { shown, tracker } = startTracker();
    tracker.enter('a');
    vi.advanceTimersByTime(500);
    tracker.dismiss();
    tracker.dismiss();
    expect(shown).toEqual(['a', undefined]);
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(2);
  });
});
