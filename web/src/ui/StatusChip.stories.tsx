import { StatusChip } from './StatusChip.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'StatusChip',
  states: {
    neutral: <StatusChip tone="neutral" word="Stopped" />,
    good: <StatusChip tone="good" word="Completed" />,
    caution: <StatusChip tone="caution" word="Paused" />,
    danger: <StatusChip tone="danger" word="Failed" />,
    notice: <StatusChip tone="notice" word="Guided" />,
  },
};
