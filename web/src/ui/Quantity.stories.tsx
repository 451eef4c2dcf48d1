import { Quantity } from './Quantity.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'Quantity',
  states: {
    length: <Quantity value={699.24} digits={1} unit="mm" />,
    negative: <Quantity value={-90} digits={2} unit="°" />,
    'no minus before zero': <Quantity value={-0.001} digits={1} unit="mm" />,
    'not known': <Quantity value={undefined} digits={1} unit="mm" />,
  },
};
