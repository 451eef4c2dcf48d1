import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainToasts } from './plain-toasts.ts';

const texts = () => plainToasts.open.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of plainToasts.open) plainToasts.close(id);
  vi.useRealTimers();
});

describe('A plain toast', () => {
  it('closes by itself after 6000 ms', () => {
    plainToasts.show({ kind: 'error', text: 'Release the brakes first' });
    vi.advanceTimersByTime(5999);
    expect(texts()).toEqual(['Release the brakes first']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stays while it shows progress, and closes after the result', () => {
    plainToasts.show({ kind: 'progress', text: 'Loading the routine…', id: 'load' });
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['Loading the routine…']);
    plainToasts.show({ kind: 'done', text: 'Loaded', id: 'load' });
    expect(texts()).toEqual(['Loaded']);
    vi.advanceTimersByTime(6000);
    expect(texts()).toEqual([]);
  });

  it('restarts its timer when its id is shown again, and appears beside others', () => {
    plainToasts.show({ kind: 'note', text: 'Hold the button', id: 'hint' });
    plainToasts.show({ kind: 'note', text: 'Brakes released' });
    vi.advanceTimersByTime(4000);
    plainToasts.show({ kind: 'note', text: 'Hold the button', id: 'hint' });
    expect(texts()).toEqual(['Brakes released', 'Hold the button']);
    vi.advanceTimersByTime(4000);
    expect(texts()).toEqual(['Hold the button']);
  });

  it('notifies listeners until they unsubscribe', () => {
    const heard: string[][] = [];
    const stop = plainToasts.subscribe(() => heard.push(texts()));
    plainToasts.show({ kind: 'note', text: 'A' });
    stop();
    plainToasts.show({ kind: 'note', text: 'B' });
    expect(heard.at(-1)).toEqual(['A']);
  });
});
