import type { Story } from '../ui/story.ts';
import { RunStatusChip } from './RunStatusChip.tsx';

export const story: Story = {
  component: 'RunStatusChip',
  states: {
    running: <RunStatusChip status="running" />,
    paused: <RunStatusChip status="paused" />,
    completed: <RunStatusChip status="completed" />,
    stopped: <RunStatusChip status="stopped" />,
    failed: <RunStatusChip status="failed" />,
    interrupted: <RunStatusChip status="interrupted" />,
  },
};
