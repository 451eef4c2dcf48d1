// @vitest-environment happy-dom
import { spaceItemSchema } from '@cellwright/domain/space';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedWork } from '../../api/unsaved/unsaved-work.ts';
import { sceneDe } from '../../i18n/de/scene.ts';
import { sceneEn } from '../../i18n/en/scene.ts';
import { textsIn, wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { Language } from '../../i18n/index.ts';
import { ItemEditor } from './ItemEditor.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const box = spaceItemSchema.parse({
  id: 'box_1',
  kind: 'environmentObject',
  name: 'Box 1',
  scale: 1,
  shape: { kind: 'box', size: [0.4, 0.5, 0.6] },
  pose: { x: 0.1, y: 0.2, z: 0.3, i: 0, j: 0, k: 0, w: 1 },
});
const pose = { current: undefined };
const nothing = () => undefined;
const moved = { begin: nothing, placer: { current: undefined } };
let page: HTMLElement;
let root: Root;

async function show(language: Language) {
  const texts = await textsIn(language);
  texts.addResourceBundle(language, 'scene', language === 'en' ? sceneEn : sceneDe);
  const editor = (
    <I18nextProvider i18n={texts}>
      <ItemEditor
        initial={box}
        version={1}
        others={[]}
        mayEdit
        target={pose}
        moved={moved}
        onShow={nothing}
        onRemove={nothing}
      />
    </I18nextProvider>
  );
  const shown = await wrapIn(language, editor);
  await act(() => root.render(shown));
}

function field(label: string): HTMLInputElement {
  const found = [...page.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const input = document.getElementById(found?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`No field ${label}`);
  return input;
}

function type(label: string, text: string) {
  return act(() => {
    const input = field(label);
    input.focus();
    // Bypasses React's own setter: React would see no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const leave = (label: string) => act(() => field(label).blur());
const saved = () => page.querySelector('[data-testid=saved]')?.textContent;

describe('A rejected number of an object', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no cell')));
    page = document.body.appendChild(document.createElement('div'));
    root = createRoot(page);
  });
  afterEach(async () => {
    await act(() => root.unmount());
    page.remove();
    // Drafts outlive their form.
    unsavedWork.discardAll();
    vi.unstubAllGlobals();
  });

  it.each(['0', '-5', ''])('names a rejected length (%j), which reverts to the stored one', async (text) => {
    await show('en');
    const kept = field('Length x').value;
    expect(saved()).toBe('Saved');
    await type('Length x', text);
    expect(page.textContent).toContain('Enter a length above 0');
    expect(saved()).toBe('Not saved yet');

    await leave('Length x');
    expect(field('Length x').value).toBe(kept);
    expect(page.textContent).not.toContain('Enter a length above 0');
    expect(saved()).toBe('Saved');
  });

  it('names a length above the maximum', async () => {
    await show('en');
    await type('Length x', '999999');
    expect(page.textContent).toMatch(/Enter at most 100\d* m/);
    expect(saved()).toBe('Not saved yet');
  });

  it('shows no error while digits are typed', async () => {
    await show('en');
    for (const text of ['1', '1.', '1.0']) {
      await type('x', text);
      expect(field('x').value.split(' ')[0]).toBe(text);
    }
    expect(page.textContent).not.toContain('Enter a number');
  });

  it.each(['x', 'about z'])('names %s of its pose', async (label) => {
    await show('en');
    const kept = field(label).value;
    await type(label, '');
    expect(page.textContent).toContain('Enter a number');
    expect(saved()).toBe('Not saved yet');

    await leave(label);
    expect(field(label).value).toBe(kept);
    expect(saved()).toBe('Saved');
  });

  it('has a German text', async () => {
    await show('de');
    await type('Länge x', '0');
    expect(page.textContent).toContain('Geben Sie eine Länge über 0 ein');
    await type('x', '');
    expect(page.textContent).toContain('Geben Sie eine Zahl ein');
  });
});
