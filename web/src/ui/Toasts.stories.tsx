import { Button } from '@mantine/core';
import type { Story } from './story.ts';
import { showError, showHint, showNote, showProgress } from './toasts.ts';

export const story: Story = {
  component: 'Toasts',
  states: {
    note: <Button onClick={() => showNote('Brakes released')}>Show</Button>,
    error: <Button onClick={() => showError(new Error('Release the brakes first'))}>Show</Button>,
    hint: <Button onClick={() => showHint('Hold the button to apply changes')}>Show</Button>,
    progress: <Button onClick={() => showProgress('Loading the routine…')}>Show</Button>,
  },
};
