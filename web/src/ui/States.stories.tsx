import { IconHistory } from '@tabler/icons-react';
import { BrokenScreen } from './BrokenScreen.tsx';
import { EmptyState, ErrorState } from './States.tsx';
import type { Story } from './story.ts';

const nothing = () => undefined;

export const story: Story = {
  component: 'States of a list or screen',
  states: {
    empty: <EmptyState Icon={IconHistory} title="No runs yet" text="Every run is kept here with its result." />,
    error: <ErrorState title="The runs could not be loaded" reason="No cell answers." onRetry={nothing} />,
    broken: <BrokenScreen onReload={nothing} />,
  },
};
