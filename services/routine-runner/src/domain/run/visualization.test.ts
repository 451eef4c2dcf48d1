import { hashState } from '@cellwright/domain/run';
import { maxShownThings, type ShownThing } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const pose = { x: 0.5, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const box = (boxIndex: number, opacity = 1): Extract<ShownThing, { kind: 'box' }> => ({
  kind: 'box',
  spaceItemID: 'boxes',
  palletBaseID: 'pallet',
  layerIndex: 1,
  boxIndex,
  boxTypeID: 'carton',
  opacity,
  label: null,
  pose,
  size: [0.4, 0.3, 0.2],
});
const position: ShownThing = { kind: 'position', spaceItemID: 'tray', positionIndex: 0, opacity: 1, label: null, pose };
const nameOf = ({ boxIndex }: { readonly boxIndex: number }) => `box ${boxIndex}`;

function start() {
  const cell = startCell();
  const { visualization } = cell.session;
  return {
    cell,
    show: (...things: readonly ShownThing[]) => visualization.update({ action: 'show', things }, nameOf),
    hide: (match: { kind: ShownThing['kind']; spaceItemID: string; boxIndex?: number }) =>
      visualization.update({ action: 'hide', match }, nameOf),
    obstacles: () => cell.scene.current.obstacles.map(({ name }) => name),
    shown: () => Object.keys(cell.state().visualization),
  };
}

describe('objects shown by steps', () => {
  it('appear in the state of every client, hashed and in patches', async () => {
    const { cell, show } = start();
    await show(box(1), position);
    await cell.clock.advance(100);
    const { state, hash } = cell.session.core.store.snapshot();
    expect(Object.values(state.visualization)).toEqual(expect.arrayContaining([box(1), position]));
    expect(hash).toBe(hashState(state));
    const told = cell.patches.flatMap(({ patch }) => patch).filter(({ path }) => path.startsWith('/visualization/'));
    expect(told).toHaveLength(2);
    await show(box(2));
    await cell.clock.advance(100);
    const more = cell.patches.flatMap(({ patch }) => patch).filter(({ path }) => path.startsWith('/visualization/'));
    expect(more).toHaveLength(3);
  });

  it('count as obstacles while they stand on a pallet', async () => {
    const { show, hide, obstacles, shown } = start();
    await show(box(1), box(2));
    expect(obstacles()).toEqual(['box 1', 'box 2']);
    await hide({ kind: 'box', spaceItemID: 'boxes', boxIndex: 1 });
    expect(obstacles()).toEqual(['box 2']);
    expect(shown()).toEqual(['box boxes pallet 1 2']);
  });

  it('do not count as obstacles when shown lighter, or when they are not boxes', async () => {
    const { show, hide, obstacles, shown } = start();
    await show(box(1), box(2, 0.3), position);
    expect(obstacles()).toEqual(['box 1']);
    expect(await show(box(1, 0.5))).toMatchObject({ ok: true });
    expect(obstacles()).toEqual([]);
    expect(shown()).toHaveLength(3);
    await hide({ kind: 'position', spaceItemID: 'tray' });
    await hide({ kind: 'box', spaceItemID: 'boxes' });
    expect(shown()).toEqual([]);
  });

  it('return from the boxes of a stored scene', () => {
    const { cell, shown } = start();
    const { pose: place, size: _, ...palletBox } = box(1);
    const shape = { kind: 'box', size: box(1).size } as const;
    cell.session.visualization.follow([{ name: 'box 1', pose: place, shape, palletBox }]);
    expect(shown()).toEqual(['box boxes pallet 1 1']);
  });

  it('can be cleared by a person, whatever their source, but not while a routine plays', async () => {
    const { cell, show, obstacles, shown } = start();
    await show(box(1), box(2, 0.3), { ...box(3), spaceItemID: 'tins' }, position);
    await cell.clock.advance(100);
    expect(await cell.ask('clearVisualization', {})).toMatchObject({ ok: true });
    expect(obstacles()).toEqual([]);
    expect(shown()).toEqual([]);
    cell.library.routine = routineOf([step('step_1', 'Wait', { milliseconds: 5000 })]);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    expect(await cell.ask('clearVisualization', {})).toMatchObject({ ok: false, error: { code: 'robot_not_idle' } });
  });

  it('have limits', async () => {
    const { show } = start();
    const many = Array.from({ length: maxShownThings + 1 }, (_, at) => ({ ...position, positionIndex: at }));
    expect(await show(...many)).toMatchObject({
      ok: false,
      failure: { kind: 'ExecutionFailure', message: 'At most 1000 items can be shown at once. Hide some first' },
    });
    expect(await show(...many.slice(0, maxShownThings))).toMatchObject({ ok: true });
  });
});
