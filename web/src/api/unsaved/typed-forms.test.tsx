// @vitest-environment happy-dom
import type { FleetBox } from '@cellwright/domain/fleet';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetSection } from '../../features/control-panel/software/FleetSection.tsx';
import { EnrolBox } from '../../features/fleet/EnrolBox.tsx';
import { NewWaveForm } from '../../features/fleet/NewWaveForm.tsx';
import { SkipTestRun } from '../../features/preflight/SkipTestRun.tsx';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { unsavedWork } from './unsaved-work.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const box: FleetBox = {
  ...{ id: 'box_1', serial: 'SN-4711', alias: '', tags: [], updateHold: '', notes: '', status: 'awaitingSetup' },
  ...{ createdAt: '2026-01-01T08:00:00.000Z', enrolledAt: null, lastSeenAt: null, codeExpiresAt: null, state: null },
};
const nothing = () => undefined;
const wave = <NewWaveForm onDone={nothing} />;
let page: HTMLElement;
let root: Root | undefined;

async function open(form: ReactNode) {
  root = createRoot(page);
  const shown = await wrapIn('en', form);
  await act(() => root?.render(shown));
  await act(() => vi.waitFor(() => expect(page.querySelector('input')).not.toBeNull()));
}

async function leave() {
  await act(() => root?.unmount());
  root = undefined;
}

const fields = () => [...page.querySelectorAll('input')];
const values = () => fields().map(({ value }) => value);

function type(index: number, text: string) {
  return act(() => {
    // Bypasses React's own setter: React would see no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(fields()[index], text);
    fields()[index]?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('Text that is typed into a form', () => {
  beforeEach(() => {
    page = document.body.appendChild(document.createElement('div'));
    vi.stubGlobal('fetch', async () =>
      Response.json({
        ...{ serial: 'SN-1', hubURL: null, joinedAt: null, lastReportAt: null },
        ...{ isConnected: false, problem: null, waitingFacts: 0 },
      }),
    );
  });
  afterEach(async () => {
    await leave();
    page.remove();
    // Drafts outlive their form.
    unsavedWork.discardAll();
    vi.unstubAllGlobals();
  });

  it.each([
    ['an update of boxes', wave, 0, '2026.11.2'],
    ['the limits of an update', wave, 4, '45'],
    ['a new box', <EnrolBox key="enrol" onDone={nothing} />, 0, 'SN-4711'],
    ['the hub to join', <FleetSection key="join" />, 0, 'https://hub.example'],
    ['a skipped test run', <SkipTestRun key="skip" isDisabled={false} />, 0, 'Same part as yesterday'],
  ] as const)(
    'counts as unsaved work and is kept while another screen is shown: %s',
    async (_form, form, index, text) => {
      await open(form);
      const before = values();
      expect(unsavedWork.isEmpty).toBe(true);
      await type(index, text);
      expect(unsavedWork.isEmpty).toBe(false);
      await leave();
      await open(form);
      expect(values()).toEqual(before.with(index, text));
      await type(index, before[index] ?? '');
      expect(unsavedWork.isEmpty).toBe(true);
    },
  );

  it('ends with the form that is cancelled', async () => {
    const onDone = vi.fn();
    await open(<NewWaveForm onDone={onDone} />);
    await type(0, '2026.11.2');
    await type(4, '45');
    await act(() => page.querySelector<HTMLButtonElement>('button[type="button"]')?.click());
    expect(onDone).toHaveBeenCalledOnce();
    expect(unsavedWork.isEmpty).toBe(true);
  });

  it('ends when it is sent, and stays when it is refused', async () => {
    await open(<EnrolBox onDone={nothing} />);
    await type(0, 'SN-4711');
    const send = () => act(() => page.querySelector('form')?.requestSubmit());
    vi.stubGlobal('fetch', async () => Response.json({ error: 'conflict', message: 'Not now' }, { status: 409 }));
    await send();
    expect(unsavedWork.isEmpty).toBe(false);
    vi.stubGlobal('fetch', async () =>
      Response.json({ box, code: 'AB12-CD34', expiresAt: '2026-01-01T08:00:00.000Z' }),
    );
    await send();
    await vi.waitFor(() => expect(unsavedWork.isEmpty).toBe(true));
  });
});
