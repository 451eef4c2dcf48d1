import { IconBug, IconForms, IconHistory } from '@tabler/icons-react';
import { Segments } from './Segments.tsx';
import type { Story } from './story.ts';

const choices = [
  { value: 5, label: '5 mm/s' },
  { value: 25, label: '25 mm/s' },
  { value: 250, label: '250 mm/s' },
];
const panels = [
  { value: 'step', label: 'Step', Icon: IconForms },
  { value: 'debug', label: 'Debug', Icon: IconBug },
  { value: 'versions', label: 'Versions', Icon: IconHistory },
];
const onChange = () => undefined;

export const story: Story = {
  component: 'Segments',
  states: {
    touch: <Segments label="Speed" choices={choices} value={25} onChange={onChange} />,
    'icons in a narrow container': (
      <div style={{ width: 200, containerType: 'inline-size' }}>
        <Segments label="Panel" choices={panels} value="debug" onChange={onChange} />
      </div>
    ),
  },
};
