// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { showTooltips } from './tooltips.ts';

beforeAll(() => showTooltips(document));
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<button id="icon" aria-label="Duplicate"><svg></svg></button><button id="worded" aria-label="Stop">Stop</button>' +
    '<button id="titled" aria-label="Undo" title="Undo"></button>';
});
afterEach(() => {
  document.dispatchEvent(new Event('scroll'));
  vi.useRealTimers();
});

const shownText = () => document.querySelector('[data-testid=tooltip]')?.textContent;
function point(kind: string, selector: string, { pointerType = 'mouse', to = null as Element | null } = {}) {
  const event = new Event(kind, { bubbles: true });
  Object.assign(event, { pointerType, relatedTarget: to });
  document.querySelector(selector)?.dispatchEvent(event);
}

describe('showTooltips', () => {
  it('shows the name of a control that has only an icon, until the mouse leaves it', () => {
    point('pointerover', '#icon svg');
    vi.advanceTimersByTime(500);
    expect(shownText()).toBe('Duplicate');
    point('pointerout', '#icon svg', { to: document.querySelector('#icon') });
    vi.advanceTimersByTime(1000);
    expect(shownText()).toBe('Duplicate');
    point('pointerout', '#icon');
    vi.advanceTimersByTime(150);
    expect(shownText()).toBeUndefined();
  });

  it.each(['#worded', '#titled'])('shows nothing for a control whose label is visible: %s', (selector) => {
    point('pointerover', selector);
    vi.advanceTimersByTime(500);
    expect(shownText()).toBeUndefined();
  });

  it('shows nothing for touch, and closes when a control is pressed', () => {
    point('pointerover', '#icon', { pointerType: 'touch' });
    vi.advanceTimersByTime(500);
    expect(shownText()).toBeUndefined();
    point('pointerover', '#icon');
    vi.advanceTimersByTime(500);
    point('pointerdown', '#icon');
    expect(shownText()).toBeUndefined();
  });

  it('shows nothing for a control that was removed before its tooltip opened', () => {
    point('pointerover', '#icon');
    document.querySelector('#icon')?.remove();
    vi.advanceTimersByTime(500);
    expect(shownText()).toBeUndefined();
  });
});
