import type { Position } from '@cellwright/domain/robot';
import type { Story } from '../ui/story.ts';
import { type MoveHere, MoveHereButton } from './MoveHereButton.tsx';

const nothing = () => undefined;
const ready: MoveHere = { reason: undefined, isBlocked: false, start: nothing, end: nothing };
const blocked: MoveHere = { ...ready, isBlocked: true, reason: 'The brakes are on. Release them to move the arm.' };
const position: Position = { jointAngles: [0, 0, 1.5, 0, -1.5, 0] };

export const story: Story = {
  component: 'MoveHereButton',
  states: {
    ready: <MoveHereButton moveHere={ready} position={position} />,
    blocked: <MoveHereButton moveHere={blocked} position={position} />,
  },
};
