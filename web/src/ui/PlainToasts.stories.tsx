import { PlainToastCard } from './PlainToasts.tsx';
import type { Story } from './story.ts';

const nothing = () => undefined;

export const story: Story = {
  component: 'Toasts where the kit could not be loaded',
  states: {
    note: <PlainToastCard toast={{ kind: 'note', text: 'Brakes released' }} onClose={nothing} />,
    error: <PlainToastCard toast={{ kind: 'error', text: 'Release the brakes first' }} onClose={nothing} />,
    progress: <PlainToastCard toast={{ kind: 'progress', text: 'Loading the routine…' }} onClose={nothing} />,
    done: <PlainToastCard toast={{ kind: 'done', text: 'The routine is loaded' }} onClose={nothing} />,
    'with a way back': (
      <PlainToastCard
        toast={{ kind: 'note', text: 'Tray was removed', action: { label: 'Undo', onClick: nothing } }}
        onClose={nothing}
      />
    ),
  },
};
