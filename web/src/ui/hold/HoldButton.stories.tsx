import type { Story } from '../story.ts';
import { HoldButton } from './HoldButton.tsx';

const nothing = () => undefined;

export const story: Story = {
  component: 'HoldButton',
  states: {
    'run control': (
      <HoldButton onStart={nothing} onEnd={nothing}>
        Hold to move
      </HoldButton>
    ),
    touch: (
      <HoldButton size="md" onStart={nothing} onEnd={nothing}>
        Hold to move
      </HoldButton>
    ),
    disabled: (
      <HoldButton isDisabled onStart={nothing} onEnd={nothing}>
        Hold to move
      </HoldButton>
    ),
  },
};
