// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardPresses, mayMoveControls } from './press-guard.ts';

const page = `
  <button data-guarded="play">Play</button>
  <span id="live" data-moves-nothing><span id="number">1.00</span></span>
  <span id="plain">Idle</span>`;

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

describe('mayMoveControls', () => {
  beforeEach(() => {
    document.body.innerHTML = page;
  });

  it('ignores the text and the attributes of an element that moves nothing', () => {
    const text = find('number').firstChild;
    if (!text) throw new Error('no text');
    expect([text, find('number'), find('live')].map((target) => mayMoveControls({ target }))).toEqual([
      ...[false, false, false],
    ]);
  });

  it('counts every other change, also of a text that was removed', () => {
    const text = find('plain').firstChild;
    if (!text) throw new Error('no text');
    expect(mayMoveControls({ target: text })).toBe(true);
    expect(mayMoveControls({ target: find('plain') })).toBe(true);
    text.remove();
    expect(mayMoveControls({ target: text })).toBe(true);
  });
});

describe('The press guard', () => {
  const frames: (() => void)[] = [];
  let end = (): void => undefined;
  beforeEach(() => {
    document.body.innerHTML = page;
    frames.length = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    vi.stubGlobal('requestAnimationFrame', (then: () => void) => frames.push(then));
    end = guardPresses(document.body, () => undefined);
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('measures the controls after a change that may move them, not after one that cannot', async () => {
    find('number').textContent = '2.00';
    await Promise.resolve();
    expect(frames).toHaveLength(0);
    find('plain').textContent = 'Running';
    await vi.waitFor(() => expect(frames).toHaveLength(1));
  });
});
