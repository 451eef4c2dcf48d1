import type { Story } from '../ui/story.ts';
import { BrakesButton } from './BrakesButton.tsx';

const onSet = () => undefined;

export const story: Story = {
  component: 'BrakesButton',
  states: {
    engaged: <BrakesButton brakes="engaged" isWaiting={false} onSet={onSet} />,
    released: <BrakesButton brakes="disengaged" isWaiting={false} onSet={onSet} />,
    waiting: <BrakesButton brakes="engaged" isWaiting onSet={onSet} />,
    disabled: <BrakesButton brakes="engaged" isWaiting={false} isDisabled onSet={onSet} />,
    'not known': <BrakesButton brakes={undefined} isWaiting={false} onSet={onSet} />,
  },
};
