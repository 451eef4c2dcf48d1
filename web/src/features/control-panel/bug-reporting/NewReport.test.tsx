// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedWork } from '../../../api/unsaved/unsaved-work.ts';
import { bugReportingDe } from '../../../i18n/de/bug-reporting.ts';
import { bugReportingEn } from '../../../i18n/en/bug-reporting.ts';
import { textsIn, wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { NewReport } from './NewReport.tsx';
import { outbox } from './use-outbox.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const texts = { en: bugReportingEn, de: bugReportingDe } as const;
let page: HTMLElement;
let root: Root;

async function show(language: keyof typeof texts) {
  const shownIn = await textsIn(language);
  shownIn.addResourceBundle(language, 'bugReporting', texts[language]);
  root = createRoot(page);
  const form = (
    <I18nextProvider i18n={shownIn}>
      <NewReport userID="user_1" />
    </I18nextProvider>
  );
  const shown = await wrapIn(language, form);
  await act(() => root.render(shown));
}

/** Returns the fields of texts: what happened, what should have happened, and the steps. */
function fields(): HTMLTextAreaElement[] {
  return [...page.querySelectorAll('textarea')].filter(({ ariaHidden }) => ariaHidden !== 'true');
}

function type(index: number, text: string) {
  return act(() => {
    // Bypasses React's own setter: React would see no change.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(fields()[index], text);
    fields()[index]?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const written = () => fields().map(({ value }) => value);

describe('A bug report that is being written', () => {
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no cell')));
    page = document.body.appendChild(document.createElement('div'));
    // Fields that grow with their text listen to the loading of fonts, which this document does not have.
    Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  });
  afterEach(async () => {
    await act(() => root.unmount());
    page.remove();
    unsavedWork.discardAll();
    for (const { id } of outbox.list()) outbox.remove(id);
    Reflect.deleteProperty(document, 'fonts');
    vi.unstubAllGlobals();
  });

  it.each(['en', 'de'] as const)(
    'counts as unsaved work, and is kept while the panel is locked: %s',
    async (language) => {
      await show(language);
      await type(0, 'The gripper stayed closed');
      await type(2, 'Play, then stop');
      expect(unsavedWork.names).toEqual([texts[language].new]);
      await act(() => root.unmount());
      await show(language);
      expect(written()).toEqual(['The gripper stayed closed', '', 'Play, then stop']);
    },
  );

  it('ends as unsaved work when its texts are deleted', async () => {
    await show('en');
    await type(0, 'The gripper');
    await type(0, '');
    expect(unsavedWork.isEmpty).toBe(true);
  });

  it('becomes one that waits in the browser when it is sent without a cell', async () => {
    await show('en');
    await type(0, 'The gripper stayed closed');
    await act(() => page.querySelector('form')?.requestSubmit());
    expect(outbox.list()).toMatchObject([{ report: { description: 'The gripper stayed closed', frequency: 'once' } }]);
    expect(unsavedWork.isEmpty).toBe(true);
    expect(written()).toEqual(['', '', '']);
  });
});
