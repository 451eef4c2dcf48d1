import { useRef } from 'react';
import type { Story } from '../story.ts';
import { LateNote } from './LateNote.tsx';

function Shown() {
  const place = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={place}>Hold to move</p>
      <LateNote button={place} onGone={() => undefined} />
    </>
  );
}

export const story: Story = { component: 'LateNote', states: { shown: <Shown /> } };
