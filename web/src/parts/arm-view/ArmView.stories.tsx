import type { Story } from '../../ui/story.ts';
import { ArmView } from './ArmView.tsx';
import type { ArmViewProps } from './arm-view-props.ts';

const ready = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
const tcp = { x: 0, y: 0, z: 0.15, i: 0, j: 0, k: 0, w: 1 };
const source = { joints: ready, subscribe: () => () => undefined };
const ghosts = [{ id: 'target', joints: [0.7, 0.3, 1.3, 0, -1.5, 0] }];

const nothing: [] = [];

const turn = { i: 0, j: 0, k: 0, w: 1 };
const places = [
  { id: 'p1', name: 'Above the tray', pose: { x: 0.5, y: 0.3, z: 0.2, ...turn }, isChosen: true },
  { id: 'p2', name: 'Tray', pose: { x: 0.5, y: -0.3, z: 0.05, ...turn } },
];

const failed = [{ id: 'failure', name: '2.4.2', pose: { x: 0.5, y: 0.2, z: 0.2, ...turn }, isFailure: true }];

function Framed(props: Partial<ArmViewProps>) {
  return (
    <div style={{ width: 340, height: 300 }}>
      <ArmView source={source} tcp={tcp} toolBoxes={undefined} fingerWidths={undefined} solids={nothing} {...props} />
    </div>
  );
}

export const story: Story = {
  component: 'ArmView',
  states: {
    normal: <Framed />,
    'a joint chosen': <Framed highlight={1} showsJointNumbers />,
    'jogging along an axis of the base': <Framed axis={{ frame: 'base', index: 2 }} />,
    stale: <Framed isStale />,
    'with a target': <Framed ghosts={ghosts} />,
    'with places': <Framed places={places} />,
    'with the place of a failure': <Framed places={failed} />,
  },
};
