// @vitest-environment happy-dom
import type { SpaceItem } from '@cellwright/domain/space';
import { spaceItemSchema } from '@cellwright/domain/space';
import { angleBetweenVec3, identityPose, rotateVec3 } from '@cellwright/geometry';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import { AlignTool } from './AlignTool.tsx';
import { useAlignGhosts } from './align-ghost.ts';
import { armPostures, ready } from './arm-postures.fixture.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// Other files of this worker use the same modules without the mocks.
const arm = vi.hoisted(() => {
  vi.resetModules();
  const collisions: string[] = [];
  return { joints: [0], collisions };
});
afterAll(() => void vi.resetModules());
vi.mock('../../api/use-robot.ts', () => ({
  usePacedJoints: () => ({
    get joints() {
      return arm.joints;
    },
    subscribe: () => () => undefined,
  }),
}));
vi.mock('../../api/use-postures.ts', () => ({
  usePostures: () => armPostures,
  useUnreached: () => () => 'unreachable',
}));
vi.mock('../place/use-posture-check.ts', () => ({
  usePostureCheck: () => ({ data: { collisions: arm.collisions, links: [] }, error: null }),
}));

const at = (x: number, y: number, z: number) => ({ pose: { ...identityPose, x, y, z } });
const table = spaceItemSchema.parse({
  ...{ id: 'table', kind: 'plane', name: 'Table' },
  positions: [at(0.4, 0, 0.1), at(0.6, 0, 0.3), at(0.4, 0.2, 0.1)],
});

let root: Root | undefined;
beforeEach(() => {
  arm.joints = ready.map((angle, joint) => (joint === 4 ? angle + 0.3 : angle));
  arm.collisions = [];
});
afterEach(async () => {
  await act(() => root?.unmount());
});

const jog = { block: undefined, goAlongLine: vi.fn(), end: vi.fn() };

function Ghosts() {
  return <output>{useAlignGhosts().length}</output>;
}

/** Opens the controls, beside the number of ghosts that the picture shows. */
async function open(items: readonly SpaceItem[] = []) {
  const shown = document.createElement('div');
  document.body.append(shown);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(['globalSpace', 'places'], items);
  root = createRoot(shown);
  const page = await wrapIn(
    'en',
    <>
      <AlignTool jog={jog} />
      <Ghosts />
    </>,
    queries,
  );
  await act(() => root?.render(page));
  await act(() => shown.querySelector('button')?.click());
  const hold = shown.querySelector<HTMLElement>('[data-testid=align]');
  const key = (kind: string) =>
    act(() => void hold?.dispatchEvent(new KeyboardEvent(kind, { key: ' ', bubbles: true })));
  return {
    shown,
    key,
    isDisabled: () => hold?.getAttribute('aria-disabled') === 'true',
    words: () => shown.querySelector('[data-testid=align-words]')?.textContent,
    ghosts: () => shown.querySelector('output')?.textContent,
  };
}

describe('Align', () => {
  it('says the turn, shows the arm after it, and turns the tool in place while it is held', async () => {
    jog.goAlongLine.mockClear();
    jog.end.mockClear();
    const { words, ghosts, key, isDisabled } = await open();
    expect(words()).toMatch(/^Turns the tool by [\d.]+° to base axis [XYZ]$/);
    expect([ghosts(), isDisabled()]).toEqual(['1', false]);
    await key('keydown');
    const [pose] = jog.goAlongLine.mock.calls[0] ?? [];
    const now = armPostures.poseOf(arm.joints, {});
    expect(pose).toMatchObject({ x: now.x, y: now.y, z: now.z });
    const along = rotateVec3(pose, [1, 0, 0]);
    expect(Math.max(...along.map(Math.abs))).toBeCloseTo(1, 9);
    expect(jog.end).not.toHaveBeenCalled();
    await key('keyup');
    expect(jog.end).toHaveBeenCalledTimes(1);
  });

  it('turns the tool to the normal of a chosen plane', async () => {
    jog.goAlongLine.mockClear();
    const { shown, key, words } = await open([table]);
    const select = shown.querySelector('select');
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
      'Parallel to: nearest base axis',
      'Parallel to: normal of Table',
    ]);
    await act(() => {
      if (select) select.value = 'table';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(words()).toMatch(/^Turns the tool by [\d.]+°$/);
    await key('keydown');
    const [pose] = jog.goAlongLine.mock.calls[0] ?? [];
    const normal = [-Math.SQRT1_2, 0, Math.SQRT1_2] as const;
    expect(Math.sin(angleBetweenVec3(rotateVec3(pose, [1, 0, 0]), normal))).toBeLessThan(1e-6);
    await key('keyup');
  });

  it('refuses in words where the arm would touch something', async () => {
    jog.goAlongLine.mockClear();
    arm.collisions = ["the wrist touches 'Table'"];
    const { shown, key, isDisabled } = await open();
    expect(shown.textContent).toContain("the wrist touches 'Table'");
    expect(isDisabled()).toBe(true);
    await key('keydown');
    expect(jog.goAlongLine).not.toHaveBeenCalled();
  });

  it('says that the tool is aligned, without a ghost and without a motion', async () => {
    const { shown, ghosts } = await open();
    expect(ghosts()).toBe('1');
    await act(() => shown.querySelector('button')?.click());
    expect(ghosts()).toBe('0');
    await act(() => root?.unmount());
    arm.joints = [...ready];
    const aligned = await open();
    expect(aligned.words()).toBe('The tool is aligned');
    expect([aligned.ghosts(), aligned.isDisabled()]).toEqual(['0', true]);
  });
});
