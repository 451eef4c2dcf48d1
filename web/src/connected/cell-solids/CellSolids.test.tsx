// @vitest-environment happy-dom
import { obstaclesOf, type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { wrapIn } from '../../i18n/in-language.fixture.tsx';
import type { ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import CellSolids from './CellSolids.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

const pose = { x: 0.5, y: 0.2, z: 0.3, i: 0, j: 0, k: 0, w: 1 };
const object = (id: string, shape: object) =>
  spaceItemSchema.parse({ id, kind: 'environmentObject', name: id, scale: 1, shape, pose });
const items: readonly SpaceItem[] = [
  object('space_fence', { kind: 'box', size: [0.1, 1, 1] }),
  object('space_post', { kind: 'cylinder', radius: 0.05, length: 1 }),
];
const fromProgram = { name: 'part', shape: { kind: 'sphere', radius: 0.1 }, pose };
const fromItem = { ...fromProgram, name: 'space_fence', spaceItemID: 'space_fence' };

const root = createRoot(document.createElement('div'));
afterEach(() => act(() => root.unmount()));

it('CellSolids passes every obstacle that the planner checks to the picture once', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(['globalSpace', 'all'], { items });
  queries.setQueryData(['planningScene', 'simulated'], { obstacles: [fromItem, fromProgram] });
  const onSolids = vi.fn<(solids: readonly ArmSolid[]) => void>();

  const shown = await wrapIn('en', <CellSolids onSolids={onSolids} />, queries);
  await act(() => root.render(shown));

  const checked = [...obstaclesOf(items), fromProgram];
  const drawn = onSolids.mock.lastCall?.[0] ?? [];
  expect(drawn.map((solid) => ({ shape: solid.shape, pose: solid.pose }))).toEqual(
    checked.map((obstacle) => ({ shape: obstacle.shape, pose: obstacle.pose })),
  );
});
