// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { wrapIn } from '../i18n/in-language.fixture.tsx';
import ModeHelp from './ModeHelp.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const cell = vi.hoisted(() => ({ isTwin: false }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../api/cell.ts', () => ({ cell: { robots: { get: async () => cell } } }));
afterEach(() => {
  cell.isTwin = false;
});

async function expectHelp(kind: 'live' | 'simulated', text: string): Promise<void> {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const help = await wrapIn('en', <ModeHelp kind={kind} />);
  await act(() => root.render(help));
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(shown.textContent).toContain(text);
  });
  await act(() => root.unmount());
}

describe('The menu of robots', () => {
  it('names a twin in place of the real arm', async () => {
    await expectHelp('live', 'The real arm.');
    cell.isTwin = true;
    await expectHelp('live', 'A simulated controller in place of the real arm.');
    await expectHelp('simulated', 'A simulated robot.');
  });
});
