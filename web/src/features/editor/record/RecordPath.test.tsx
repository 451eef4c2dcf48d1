// @vitest-environment happy-dom
import type { Position } from '@cellwright/domain/robot';
import { routineSchema } from '@cellwright/domain/routine';
import { makePose } from '@cellwright/geometry';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../../i18n/in-language.fixture.tsx';
import { argsOf, childrenOf } from '../../../parts/step-index.ts';
import { InEditor } from '../editor.fixture.tsx';
import type { Editor } from '../editor-context.ts';
import { RecordPath } from './RecordPath.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const arm = vi.hoisted(() => ({ position: undefined as Position | undefined }));
const toasts = vi.hoisted(() => ({ shown: [] as string[] }));
// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock('../../../api/use-arm-position.ts', () => ({
  useArmPosition: () => ({ isReady: true, read: () => arm.position }),
}));
vi.mock('../../../ui/toasts.ts', () => ({
  showNote: (text: string) => void toasts.shown.push(text),
  showUndo: (text: string) => void toasts.shown.push(text),
}));

let routineCount = 0;
/** Each has its own id: unsaved changes of a routine outlive its editor. */
const newRoutine = () =>
  routineSchema.parse({
    id: `routine_${++routineCount}`,
    name: 'Test',
    steps: [{ id: 'move', stepKind: 'MoveArmToV2', steps: [{ id: 'empty', stepKind: 'Waypoint' }] }],
    stepConfigurations: {
      move: { stepKind: 'MoveArmToV2', args: {} },
      empty: { stepKind: 'Waypoint', args: {} },
    },
  });
const at = (x: number, y: number): Position => ({
  jointAngles: [x, y, 0, 0, 0, 0],
  pose: makePose([x, y, 0.3], { i: 0, j: 0, k: 0, w: 1 }),
});

let unmount: () => Promise<void> = async () => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  // Nothing is saved.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  toasts.shown.length = 0;
  arm.position = at(0, 0);
});
afterEach(async () => {
  await unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(language: 'en' | 'de' = 'en') {
  const routine = newRoutine();
  const seen: { editor?: Editor } = {};
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn(
    language,
    <InEditor routine={routine} seen={seen}>
      <RecordPath moveID="move" />
    </InEditor>,
  );
  await act(() => root.render(page));
  unmount = async () => act(() => root.unmount());
  const press = (name: string) =>
    act(() => [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  return {
    press,
    read: () => readText(shown.innerHTML),
    /** Moves the arm to a place, which takes one second. */
    guide: (x: number, y: number) =>
      act(() => {
        const from = arm.position?.pose ?? { x: 0, y: 0 };
        for (let step = 1; step <= 10; step++) {
          arm.position = at(from.x + ((x - from.x) * step) / 10, from.y + ((y - from.y) * step) / 10);
          vi.advanceTimersByTime(100);
        }
      }),
    targets: () => {
      const now = seen.editor?.session.routine ?? routine;
      return childrenOf(now, 'move').map(({ id }) => argsOf(now, id).target);
    },
  };
}

describe('RecordPath', () => {
  it('adds the corners of the way of the arm to the move when it is finished', async () => {
    const { press, guide, targets, read } = await show();
    await press('Record path');
    await guide(0.2, 0);
    await guide(0.2, 0.1);
    expect(read()).toContain('21 positions recorded. Guide the arm by hand');
    expect(targets()).toEqual([undefined]);
    await press('Finish');
    expect(targets()).toEqual([at(0, 0), at(0.2, 0), at(0.2, 0.1)]);
    expect(toasts.shown).toEqual(['3 waypoints added']);
  });

  it('adds nothing if it is discarded', async () => {
    const { press, guide, targets } = await show();
    await press('Record path');
    await guide(0.2, 0);
    await press('Discard');
    expect(targets()).toEqual([undefined]);
    expect(toasts.shown).toEqual([]);
  });

  it('says so if the arm did not move', async () => {
    const { press, targets, read } = await show('de');
    await press('Weg aufnehmen');
    await press('Fertig');
    expect(targets()).toEqual([undefined]);
    expect(toasts.shown).toEqual(['Der Arm hat sich nicht bewegt. Es wurden keine Wegpunkte hinzugefügt.']);
    expect(read()).toBe('Weg aufnehmen');
  });

  it('loses nothing when another step is selected meanwhile', async () => {
    const { press, guide } = await show();
    await press('Record path');
    await guide(0.2, 0);
    await unmount();
    expect(toasts.shown).toEqual(['2 waypoints added']);
    unmount = async () => undefined;
  });
});
