import { Segments } from './Segments.tsx';
import type { Story } from './story.ts';

const choices = [
  { value: 5, label: '5 mm/s' },
  { value: 25, label: '25 mm/s' },
  { value: 250, label: '250 mm/s' },
];
const onChange = () => undefined;

export const story: Story = {
  component: 'Segments',
  states: {
    touch: <Segments label="Speed" choices={choices} value={25} onChange={onChange} />,
  },
};
