import { Button } from '@mantine/core';
import { Page, Section } from './Page.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'Page',
  states: {
    'with sections': (
      <Page title="Routines" actions={<Button>New routine</Button>}>
        <Section title="Templates">Pick and place</Section>
      </Page>
    ),
  },
};
