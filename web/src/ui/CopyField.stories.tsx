import { CopyField } from './CopyField.tsx';
import type { Story } from './story.ts';

export const story: Story = {
  component: 'CopyField',
  states: {
    link: <CopyField label="Link" value="http://cell.local:3000/setup#cwl_7sQm0vG4k2" />,
  },
};
