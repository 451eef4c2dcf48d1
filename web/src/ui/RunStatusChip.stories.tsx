import { RunStatusChip } from './RunStatusChip.tsx';
import type { Story } from './story.ts';

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
