import type { Story } from '../story.ts';
import { ArmView } from './ArmView.tsx';
import type { ArmViewProps } from './arm-view-props.ts';

const ready = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
const tcp = { x: 0, y: 0, z: 0.15 };
const source = { joints: ready, subscribe: () => () => undefined };
const ghosts = [{ id: 'target', joints: [0.7, 0.3, 1.3, 0, -1.5, 0] }];

function Framed(props: Partial<ArmViewProps>) {
  return (
    <div style={{ width: 340, height: 300 }}>
      <ArmView source={source} tcp={tcp} {...props} />
    </div>
  );
}

export const story: Story = {
  component: 'ArmView',
  states: {
    normal: <Framed />,
    'a joint chosen': <Framed highlight={1} showsJointNumbers />,
    stale: <Framed isStale />,
    'with a target': <Framed ghosts={ghosts} />,
  },
};
