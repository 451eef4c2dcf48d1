// @vitest-environment happy-dom
import type { ConnectionTest as Answer } from '@cellwright/domain/equipment';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cell } from '../../api/cell.ts';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import { ConnectionTest } from './ConnectionTest.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const config = { kind: 'OnRobot2FG7', host: '192.168.1.1' };
const shown = document.createElement('div');
const root = createRoot(shown);
afterEach(() => {
  vi.restoreAllMocks();
  act(() => root.render(null));
});

async function press(language: 'en' | 'de', label: string, answer: Answer) {
  const call = vi.spyOn(cell, 'call').mockResolvedValue(answer);
  const render = async (given: typeof config) => {
    const page = await wrapIn(language, <ConnectionTest kind="OnRobot2FG7" config={given} />);
    await act(async () => root.render(page));
  };
  await render(config);
  const button = [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  // The answer is shown in a later task.
  await act(async () => {
    button?.click();
    await vi.waitFor(() => expect(shown.querySelector('[role="status"]')?.textContent).not.toBe(''));
  });
  return { call, render, text: () => readText(shown.innerHTML) };
}

describe('The connection test of the device wizard', () => {
  it('shows the values that the device answered with, until a setting changes', async () => {
    const state = {
      connected: true,
      status: 'idle',
      widthMeters: 0.06,
      gripDetected: false,
      direction: 'inward',
    } as const;
    const answer: Answer = { outcome: 'connected', advice: null, elapsedMS: 12, state };
    const { call, render, text } = await press('en', 'Test connection', answer);
    expect(call.mock.lastCall?.[1]).toEqual({ config, target: 'device' });
    expect(text()).toContain('Connected: it answered in 12 ms');
    expect(text()).toContain('60.0');
    await render({ ...config, host: '192.168.1.2' });
    expect(text()).not.toContain('Connected');
  });

  it('shows the problem and what to do', async () => {
    const state = { connected: false, status: 'error', error: 'Connection refused by 192.168.1.1:502' } as const;
    const answer: Answer = { outcome: 'notConnected', advice: 'Check it', elapsedMS: 3, state };
    const { text } = await press('de', 'Verbindung testen', answer);
    expect(text()).toContain('Keine Verbindung.');
    expect(text()).toContain('Connection refused by 192.168.1.1:502');
    expect(text()).toContain('Gerät eingeschaltet');
  });

  it('tries the simulator, and says who uses it', async () => {
    const state = { connected: true, status: 'idle' } as const;
    const answer: Answer = { outcome: 'connected', advice: null, elapsedMS: 5, state };
    const { call, text } = await press('en', 'Use the simulator', answer);
    expect(call.mock.lastCall?.[1]).toEqual({ config, target: 'simulator' });
    expect(text()).toContain('The simulated robot and a twin use this simulator');
  });
});
