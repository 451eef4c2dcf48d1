import { SecretInput } from './SecretInput.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'SecretInput',
  states: {
    empty: <SecretInput size="md" label="Password" />,
    filled: <SecretInput size="md" label="Password" defaultValue="correct horse" />,
    refused: <SecretInput size="md" label="Password" error="A password has at least 10 characters" />,
  },
};
