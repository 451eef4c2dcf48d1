// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { listKindPackages } from '@cellwright/calls';
import { type Problem, type Routine, routineSchema } from '@cellwright/domain/routine';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { cell } from '../../../api/cell.ts';
import { withKinds } from '../../../api/load-kinds.ts';
import { checkTask } from './check-task.ts';
import { useProblems } from './use-problems.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const manifest = readFileSync('examples/kind-packages/blink-lamp/cellwright.json', 'utf8');
const stepKind = 'blink-lamp/BlinkLamp';
const routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Lamp',
  steps: [{ id: 'a', stepKind, isDisabled: false }],
  stepConfigurations: { a: { stepKind, args: {}, formatVersion: 2 } },
});
const environment = { globalVariables: [], spaceItems: [], equipment: [] };

/** Runs the check of the worker in this process, without the packages that the page has loaded. */
class InlineWorker {
  onmessage: (event: { readonly data: unknown }) => void = () => undefined;
  terminate() {}
  postMessage(task: Parameters<typeof checkTask>[0]) {
    loadKindPackages([]);
    this.onmessage({ data: checkTask(task) });
  }
}

type Found = readonly Problem[] | undefined;

function Shown({ routine: shown, onProblems }: { readonly routine: Routine; onProblems(found: Found): void }) {
  onProblems(useProblems(shown, environment));
  return null;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  loadKindPackages([]);
});

it('The editor checks steps of packages with the packages of the cell', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', InlineWorker);
  const view = { folder: 'blink-lamp', name: 'blink-lamp', version: '1.0.0', problem: null, restarts: 0, manifest };
  const answer = listKindPackages.output.parse({ packages: [{ ...view, state: 'ready' }] });
  vi.spyOn(cell, 'call').mockResolvedValue(answer);
  await withKinds(async () => undefined);
  const found: Found[] = [];
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown routine={routine} onProblems={(each) => void found.push(each)} />));
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(found.at(-1)).toEqual([]);
  act(() => root.unmount());
});
