import { BrokenScreen } from './BrokenScreen.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'BrokenScreen',
  states: { broken: <BrokenScreen onReload={() => undefined} /> },
};
