// @vitest-environment happy-dom
import { identityPose } from '@cellwright/geometry';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readText, wrapIn } from '../../i18n/in-language.fixture.tsx';
import ArmCanvas from './ArmCanvas.tsx';
import type { ArmViewProps } from './arm-view-props.ts';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// Other files of this worker use the same modules without the mock.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
// The parts of the picture draw with WebGL; here each one shows what it would draw.
vi.mock('@react-three/fiber', () => ({ Canvas: ({ children }: { children: ReactNode }) => <div>{children}</div> }));
vi.mock('./OrbitView.tsx', () => ({
  OrbitView: ({ asked }: { asked?: { bounds?: { center: readonly number[] } } }) => (
    <i>view of {asked?.bounds?.center.join(' ') ?? 'all'}.</i>
  ),
}));
vi.mock('./ArmFigure.tsx', () => ({
  ArmFigure: ({ toolAxis }: { toolAxis?: number }) => <i>tool axis {toolAxis ?? 'none'}.</i>,
}));
vi.mock('./Axes.tsx', () => ({
  Axes: ({ emphasised }: { emphasised?: number }) => <i>axes {emphasised ?? 'plain'}.</i>,
}));
vi.mock('./PathLine.tsx', () => ({
  PathLine: ({ path, coloring }: { path: { id: string }; coloring: string }) => (
    <i>{`path ${path.id} by ${coloring}.`}</i>
  ),
}));
vi.mock('./PlaceMarks.tsx', () => ({
  PlaceMarks: ({ places }: { places: readonly { id: string }[] }) => <i>{places.map(({ id }) => `place ${id}.`)}</i>,
}));
vi.mock('./SolidFigure.tsx', () => ({
  SolidFigure: ({ solid }: { solid: { id: string } }) => <i>solid {solid.id}.</i>,
}));
vi.mock('./Floor.tsx', () => ({
  Floor: ({ hasShadows }: { hasShadows: boolean }) => <i>{hasShadows ? 'shadows.' : 'no shadows.'}</i>,
}));
vi.mock('./MainLight.tsx', () => ({ MainLight: () => null }));

const props: ArmViewProps & { readonly label: string } = {
  label: 'The arm',
  source: { joints: undefined, subscribe: () => () => undefined },
  toolBoxes: [],
  fingerWidths: undefined,
  solids: [{ id: 'table', shape: { kind: 'sphere', radius: 0.5 }, pose: { ...identityPose, x: 2 } }],
  places: [{ id: 'P1', name: 'P1', pose: identityPose }],
  paths: [{ id: 'move', points: [] }],
};

let end: () => Promise<void>;
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  await end();
  vi.restoreAllMocks();
});

async function show(changes: Partial<ArmViewProps> = {}) {
  const shown = document.createElement('div');
  const root = createRoot(shown);
  const page = await wrapIn('en', <ArmCanvas {...props} {...changes} />);
  await act(() => root.render(page));
  end = async () => act(() => root.unmount());
  const press = (label: string) =>
    act(() => shown.querySelector<HTMLElement>(`button[aria-label="${label}"]`)?.click());
  const toggle = (layer: string) => {
    const label = [...shown.querySelectorAll('label')].find(({ textContent }) => textContent === layer);
    return act(() => shown.querySelector<HTMLElement>(`[id="${label?.htmlFor}"]`)?.click());
  };
  return { shown, press, toggle, read: () => readText(shown.innerHTML) };
}

describe('The picture of the arm', () => {
  it('draws the axes of the base, and those of the world if the base is elsewhere', async () => {
    const { read } = await show();
    expect(read().match(/axes plain/g)).toHaveLength(1);
    await end();
    const raised = await show({ base: { ...identityPose, z: 0.5 } });
    expect(raised.read().match(/axes plain/g)).toHaveLength(2);
  });

  it('emphasises the pressed axis of the base or of the tool', async () => {
    const { read } = await show({ axis: { frame: 'base', index: 2 } });
    expect(read()).toContain('axes 2.');
    expect(read()).toContain('tool axis none.');
    await end();
    const tool = await show({ axis: { frame: 'tool', index: 1 } });
    expect(tool.read()).toContain('axes plain.');
    expect(tool.read()).toContain('tool axis 1.');
  });

  it.each([
    ['Objects', 'solid table.'],
    ['Positions', 'place P1.'],
    ['Paths', 'path move by speed.'],
    ['Axes of base and world', 'axes plain.'],
  ])('hides and shows the layer: %s', async (layer, drawn) => {
    const { press, toggle, read } = await show();
    await press('Layers');
    expect(read()).toContain(drawn);
    await toggle(layer);
    expect(read()).not.toContain(drawn);
    await toggle(layer);
    expect(read()).toContain(drawn);
  });

  it('draws no shadows until they are switched on, unless the graphics are known to be fast', async () => {
    const { press, toggle, read } = await show();
    expect(read()).toContain('no shadows.');
    await press('Layers');
    await toggle('Shadows');
    expect(read()).not.toContain('no shadows.');
  });

  it('colours paths by clearance on request', async () => {
    const { shown, press, read } = await show();
    await press('Layers');
    await act(() =>
      [...shown.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clearance (dry run)')?.click(),
    );
    expect(read()).toContain('path move by clearance.');
    expect(read()).toContain('Start a dry run to see the clearances.');
  });

  it('explains the colours of paths, if there are any', async () => {
    const { press, read } = await show({ paths: [{ id: 'move', points: [], clearance: 0.02 }] });
    await press('Layers');
    expect(read()).toContain('Max. speed');
    await end();
    const empty = await show({ paths: [] });
    await empty.press('Layers');
    expect(empty.read()).not.toContain('Colour of paths');
  });

  it('zooms to the selection, if there is one', async () => {
    const { shown } = await show();
    const button = () => shown.querySelector<HTMLButtonElement>('[aria-label="Zoom to selection"]');
    expect(button()).toBeNull();
    await end();
    const solids = props.solids.map((solid) => ({ ...solid, isChosen: true }));
    const chosen = await show({ solids });
    await chosen.press('Zoom to selection');
    expect(chosen.read()).toContain('view of 2 0 0.');
  });
});
