// @vitest-environment happy-dom
import { routineSchema } from '@cellwright/domain/routine';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it } from 'vitest';
import type { DeskMemory } from './desk-memory.ts';
import { type Selection, useSelection } from './use-selection.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [
    { id: 'loop', stepKind: 'Loop', isDisabled: false, steps: [{ id: 'a', stepKind: 'Wait', isDisabled: false }] },
    { id: 'b', stepKind: 'Wait', isDisabled: false },
  ],
  stepConfigurations: {
    loop: { stepKind: 'Loop', args: {} },
    a: { stepKind: 'Wait', args: { milliseconds: 10 } },
    b: { stepKind: 'Wait', args: { milliseconds: 10 } },
  },
});

interface Visit {
  readonly desk: DeskMemory;
  readonly shown: { selection?: Selection };
}

function Shown({ desk, shown }: Visit) {
  shown.selection = useSelection(routine, desk);
  return null;
}

/** Shows the editor of a visit; returns its selection, and a function that leaves. */
async function visit(desk: DeskMemory) {
  const shown: Visit['shown'] = {};
  const root = createRoot(document.createElement('div'));
  await act(() => root.render(<Shown desk={desk} shown={shown} />));
  return { shown, leave: () => act(() => root.unmount()) };
}

describe('The selection of an editor', () => {
  it('stays as it was when the user returns, with folded steps', async () => {
    const desk: DeskMemory = {};
    const first = await visit(desk);
    await act(() => {
      first.shown.selection?.select('b');
      first.shown.selection?.setCollapsed('loop', true);
    });
    await first.leave();

    const second = await visit(desk);

    expect(second.shown.selection?.focusID).toBe('b');
    expect(second.shown.selection?.rows.map(({ key }) => key)).toEqual(['loop', 'b']);
    await second.leave();
  });
});
