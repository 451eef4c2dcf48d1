import '../../i18n/scene.ts';
import type { Position } from '@cellwright/domain/robot';
import { lengthUnits } from '../../ui/length.ts';
import type { Story } from '../../ui/story.ts';
import type { MoveHere } from '../MoveHereButton.tsx';
import { TeachRow } from './TeachRow.tsx';

const nothing = () => undefined;
const moveHere: MoveHere = { reason: undefined, isBlocked: false, start: nothing, end: nothing };
const position: Position = { pose: { x: 0.4, y: -0.2, z: 0.3, i: 0, j: 0, k: 0, w: 1 } };
const common = { moveHere, length: lengthUnits.millimeter, isDisabled: false, isNext: false, onTeach: nothing };

export const story: Story = {
  component: 'TeachRow',
  states: {
    'not taught': <TeachRow {...common} label="Corner B" position={undefined} />,
    next: <TeachRow {...common} label="Corner B" position={undefined} isNext />,
    taught: <TeachRow {...common} label="Corner A" position={position} />,
    'in a list': (
      <TeachRow
        {...common}
        label="Position 2"
        position={position}
        removal={{ label: 'Remove position 2', onRemove: nothing }}
      />
    ),
    'the arm says nothing': <TeachRow {...common} label="Corner A" position={position} isDisabled />,
  },
};
