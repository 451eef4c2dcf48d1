// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useSelected } from './use-selected.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

let status = { brakes: 'engaged', run: { cycle: 1 }, speed: 1 };
const listeners = new Set<() => void>();
/** Text that the component showed at each render. */
const shown: string[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(part: Partial<typeof status>) {
  return act(() => {
    status = { ...status, ...part };
    for (const listener of listeners) listener();
  });
}

function Brakes() {
  const { brakes, cycle } = useSelected(subscribe, () => ({ brakes: status.brakes, cycle: status.run.cycle }));
  shown.push(`${brakes} ${cycle}`);
  return null;
}

it('useSelected renders again only when the selected part differs', async () => {
  const root = createRoot(document.createElement('div'));
  await act(() => root.render(<Brakes />));

  for (let frame = 0; frame < 100; frame++) await change({ speed: frame / 100 });
  await change({ run: { cycle: 1 } });
  expect(shown).toEqual(['engaged 1']);

  await change({ run: { cycle: 2 } });
  await change({ brakes: 'disengaged' });
  expect(shown).toEqual(['engaged 1', 'engaged 2', 'disengaged 2']);

  await act(() => root.unmount());
  expect(listeners.size).toBe(0);
});
