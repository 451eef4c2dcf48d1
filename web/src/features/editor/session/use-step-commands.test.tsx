// @vitest-environment happy-dom
import { type Routine, routineSchema } from '@cellwright/domain/routine';
import { act, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copySteps, writeClip } from '../document/clipboard.ts';
import { changeStep, removeSteps } from '../document/edit-steps.ts';
import type { DeskMemory } from './desk-memory.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { type StepCommands, useStepCommands } from './use-step-commands.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: ['a', 'b', 'c'].map((id) => ({ id, stepKind: 'Wait', isDisabled: false })),
  stepConfigurations: Object.fromEntries(
    ['a', 'b', 'c'].map((id) => [id, { stepKind: 'Wait', args: { milliseconds: 10 } }]),
  ),
});

/** Result of the routine's last render. */
interface Rendered {
  readonly desk: DeskMemory;
  commands?: StepCommands;
  selection?: Selection;
}

function Shown({ store, rendered }: { readonly store: DocumentStore<Routine>; readonly rendered: Rendered }) {
  const { present } = useSyncExternalStore(store.subscribe, () => store.history);
  rendered.selection = useSelection(present, rendered.desk);
  const session = { routine: present, present: () => store.history.present, apply: store.apply };
  rendered.commands = useStepCommands(session, rendered.selection);
  return null;
}

async function showEditor() {
  const store = createDocumentStore(routine);
  const shown: Rendered = { desk: {} };
  const root = createRoot(document.createElement('div'));
  await act(() => root.render(<Shown store={store} rendered={shown} />));
  return { store, shown, end: () => act(() => root.unmount()) };
}

describe('A paste that waits for the clipboard', () => {
  let answer: (text: string) => void = () => undefined;
  beforeEach(() => {
    const readText = () => new Promise<string>((resolve) => (answer = resolve));
    vi.stubGlobal('navigator', { clipboard: { readText, writeText: async () => undefined } });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('keeps changes that were made meanwhile', async () => {
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    const pasting = shown.commands?.paste();
    await act(() => store.apply((now) => changeStep(now, 'c', { isDisabled: true })));
    answer(writeClip(copySteps(routine, new Set(['b']))));
    await act(() => pasting);
    const { steps } = store.history.present;
    expect(steps.map(({ id, isDisabled }) => [id, isDisabled])).toEqual([
      ['a', false],
      [expect.stringMatching(/^step/), false],
      ['b', false],
      ['c', true],
    ]);
    expect([...(shown.selection?.ids ?? [])]).toEqual([steps[1]?.id]);
    await end();
  });

  it('goes to the end if its target step was removed', async () => {
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    const pasting = shown.commands?.paste();
    await act(() => store.apply((now) => removeSteps(now, new Set(['a'])) ?? now));
    answer(writeClip(copySteps(routine, new Set(['b']))));
    await act(() => pasting);
    expect(store.history.present.steps.map(({ id }) => id)).toEqual(['b', 'c', expect.stringMatching(/^step/)]);
    await end();
  });
});

describe('A paste', () => {
  const stubClipboard = (clipboard: object | undefined) => vi.stubGlobal('navigator', { clipboard });
  const copied = (id: string) => writeClip(copySteps(routine, new Set([id])));
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  const countSteps = (store: DocumentStore<Routine>) => store.history.present.steps.length;

  it('takes the newest copy of any tab if the page has no clipboard', async () => {
    stubClipboard(undefined);
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    await act(() => shown.commands?.copy());
    // Another tab copies two steps later.
    localStorage.setItem('cellwright.stepClip', writeClip(copySteps(routine, new Set(['b', 'c']))));
    await act(() => shown.commands?.paste());
    expect(countSteps(store)).toBe(5);
    await end();
  });

  it('takes the copy if the browser denies writing and reading the clipboard', async () => {
    const refuse = () => Promise.reject(new Error('NotAllowedError'));
    stubClipboard({ readText: refuse, writeText: refuse });
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    await act(() => shown.commands?.copy());
    await act(() => shown.commands?.paste());
    expect(countSteps(store)).toBe(4);
    await end();
  });

  it('takes the copy if the browser denies only writing: the clipboard has an older text', async () => {
    stubClipboard({
      readText: async () => 'a text of another program',
      writeText: () => Promise.reject(new Error('NotAllowedError')),
    });
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    await act(() => shown.commands?.copy());
    await act(() => shown.commands?.paste());
    expect(countSteps(store)).toBe(4);
    await end();
  });

  it('adds nothing if the clipboard has other content meanwhile', async () => {
    let text = '';
    const writeText = async (next: string) => {
      text = next;
    };
    stubClipboard({ readText: async () => text, writeText });
    const { store, shown, end } = await showEditor();
    await act(() => shown.selection?.select('a'));
    await act(() => shown.commands?.copy());
    expect(text).toBe(copied('a'));
    text = 'a text of another program';
    await act(() => shown.commands?.paste());
    expect(countSteps(store)).toBe(3);
    await end();
  });
});
