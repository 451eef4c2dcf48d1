import { NumberInput } from './NumberInput.tsx';
import type { Story } from './story.ts';

const onChange = () => undefined;

export const story: Story = {
  component: 'NumberInput',
  states: {
    empty: <NumberInput size="md" label="Time" suffix=" s" placeholder="s" value="" onChange={onChange} />,
    filled: <NumberInput size="md" label="Time" suffix=" s" value={0.5} onChange={onChange} />,
    refused: (
      <NumberInput size="md" label="Time" suffix=" s" value={-1} error="A time is at least 0 s" onChange={onChange} />
    ),
  },
};
