// @vitest-environment happy-dom
import type { FleetBox } from '@cellwright/domain/fleet';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedWork } from '../../api/unsaved/unsaved-work.ts';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { LabelsForm } from './LabelsForm.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const box: FleetBox = {
  ...{ id: 'box_1', serial: 'SN-1', alias: 'Line 3', tags: ['paint'], updateHold: '', notes: '', status: 'online' },
  ...{ createdAt: '2026-01-01T08:00:00.000Z', enrolledAt: null, lastSeenAt: null, codeExpiresAt: null, state: null },
};
let page: HTMLElement;
let root: Root;

async function show(shown: FleetBox) {
  const form = await wrapIn('en', <LabelsForm key={shown.id} box={shown} />);
  await act(() => root.render(form));
}

function field(index: number): HTMLInputElement {
  const found = [...page.querySelectorAll('input')][index];
  if (!found) throw new Error(`No field ${index}`);
  return found;
}

function type(index: number, text: string) {
  return act(() => {
    // Bypasses React's own setter: React would see no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(index), text);
    field(index).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('Changed labels of a box', () => {
  beforeEach(() => {
    page = document.body.appendChild(document.createElement('div'));
    root = createRoot(page);
    // Fields that grow with their text listen to the loading of fonts, which this document does not have.
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  });
  afterEach(async () => {
    await act(() => root.unmount());
    page.remove();
    // Drafts outlive their form.
    unsavedWork.discardAll();
    Reflect.deleteProperty(document, 'fonts');
    vi.unstubAllGlobals();
  });

  it('count as unsaved work, and are kept while another box is shown', async () => {
    await show(box);
    await type(0, 'Line 4');
    expect(unsavedWork.names).toEqual(['Line 3']);
    await show({ ...box, id: 'box_2', alias: 'Line 9' });
    expect(field(0).value).toBe('Line 9');
    await show(box);
    expect(field(0).value).toBe('Line 4');
  });

  it('stay unsaved when the hub refuses them, and end when it has stored them', async () => {
    await show(box);
    await type(1, 'paint, weld');
    const save = () => act(() => page.querySelector('form')?.requestSubmit());
    vi.stubGlobal('fetch', async () => Response.json({ error: 'conflict', message: 'Not now' }, { status: 409 }));
    await save();
    expect(unsavedWork.isEmpty).toBe(false);
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return Response.json({ ...box, tags: ['paint', 'weld'] });
    });
    await save();
    await vi.waitFor(() => expect(unsavedWork.isEmpty).toBe(true));
    expect(sent).toMatchObject([{ alias: 'Line 3', tags: ['paint', 'weld'] }]);
  });
});
