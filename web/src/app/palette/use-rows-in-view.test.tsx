// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countRowsInView, useRowsInView } from './use-rows-in-view.ts';

const rows = Array.from({ length: 50 }, (_, index) => index);
const idle: { callback?: () => void } = {};

function Counted() {
  return createElement('output', null, useRowsInView(rows).length);
}

describe('useRowsInView', () => {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    Object.assign(window, {
      innerHeight: 800,
      requestIdleCallback: (callback: () => void) => {
        idle.callback = callback;
        return 1;
      },
      cancelIdleCallback: () => {
        idle.callback = undefined;
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('returns the rows in view first, and all rows once the page is idle', async () => {
    const host = document.createElement('div');
    const root = createRoot(host);
    await act(async () => root.render(createElement(Counted)));
    expect(host.textContent).toBe(String(countRowsInView(800)));
    await act(async () => idle.callback?.());
    expect(host.textContent).toBe('50');
    await act(async () => root.unmount());
  });

  it('waits for nothing after the list has closed', async () => {
    const root = createRoot(document.createElement('div'));
    await act(async () => root.render(createElement(Counted)));
    expect(idle.callback).toBeDefined();
    await act(async () => root.unmount());
    expect(idle.callback).toBeUndefined();
  });
});

describe('countRowsInView', () => {
  it('covers the list at every height', () => {
    for (const height of [600, 800, 1080, 2160]) expect(countRowsInView(height) * 44).toBeGreaterThan(height * 0.56);
  });
});
