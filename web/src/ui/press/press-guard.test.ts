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
    end = guardPresses(document.body, { onTooShort: () => undefined, isTapEnough: () => false });
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

describe('A control that starts the arm', () => {
  const onTooShort = vi.fn();
  const onClick = vi.fn();
  let isTapEnough = false;
  let end = (): void => undefined;
  beforeEach(() => {
    document.body.innerHTML = '<button id="play" data-guarded="play" data-starts-motion>Play</button>';
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
    end = guardPresses(document.body, { onTooShort, isTapEnough: () => isTapEnough });
    find('play').addEventListener('click', onClick);
    vi.advanceTimersByTime(1000);
  });
  afterEach(() => {
    end();
    isTapEnough = false;
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  /** Touches it for a time, ms, as a browser reports that. */
  function touch(forMS: number, whileTouched = () => undefined as unknown): void {
    const finger = { pointerType: 'touch', pointerId: 1, isPrimary: true, bubbles: true, cancelable: true };
    const play = find('play');
    play.dispatchEvent(new PointerEvent('pointerdown', finger));
    vi.advanceTimersByTime(forMS);
    whileTouched();
    play.dispatchEvent(new PointerEvent('pointerup', finger));
    play.dispatchEvent(new PointerEvent('click', { ...finger, detail: 1 }));
  }

  it('needs a hold of 0.6 s by a finger', () => {
    touch(100);
    expect([onTooShort.mock.calls.length, onClick.mock.calls.length]).toEqual([1, 0]);
    touch(600);
    expect([onTooShort.mock.calls.length, onClick.mock.calls.length]).toEqual([1, 1]);
  });

  it('takes a tap where the setting allows it', () => {
    isTapEnough = true;
    touch(100);
    expect([onTooShort.mock.calls.length, onClick.mock.calls.length]).toEqual([0, 1]);
  });

  it('keeps its dead time where a tap is enough', () => {
    isTapEnough = true;
    find('play').dataset.guarded = 'resume';
    touch(100);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('does not take a tap that began where a hold was needed', () => {
    touch(100, () => {
      isTapEnough = true;
    });
    expect(onClick).not.toHaveBeenCalled();
  });
});
