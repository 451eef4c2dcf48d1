import type { Story } from '../story.ts';
import { LiveQuantity } from './LiveQuantity.tsx';
import { RangeMark } from './RangeMark.tsx';

const still = { subscribe: () => () => undefined };
const middle = () => 0.5;
const nearEnd = () => 0.99;
const none = () => undefined;

export const story: Story = {
  component: 'Live numbers',
  states: {
    quantity: <LiveQuantity source={still} read={middle} digits={2} unit="°" />,
    'not known': <LiveQuantity source={still} read={none} digits={2} unit="°" />,
    'mark in the middle': (
      <div style={{ position: 'relative', width: 240, height: 24 }}>
        <RangeMark source={still} read={middle} />
      </div>
    ),
    'mark near the end': (
      <div style={{ position: 'relative', width: 240, height: 24 }}>
        <RangeMark source={still} read={nearEnd} />
      </div>
    ),
  },
};
