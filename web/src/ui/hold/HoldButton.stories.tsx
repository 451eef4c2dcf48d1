import { IconHandMove } from '@tabler/icons-react';
import type { Story } from '../story.ts';
import { iconSizes } from '../theme/theme.ts';
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
    guided: (
      <HoldButton tone="notice" onStart={nothing} onEnd={nothing}>
        <IconHandMove size={iconSizes.md} aria-hidden />
        Guided mode
      </HoldButton>
    ),
    disabled: (
      <HoldButton isDisabled onStart={nothing} onEnd={nothing}>
        Hold to move
      </HoldButton>
    ),
  },
};
