import type { Position } from '@cellwright/domain';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HoldButton } from '../ui/hold/HoldButton.tsx';
import { iconSizes } from '../ui/theme/theme.ts';

/** Leads the arm to positions, one at a time, each while a button is held. */
export interface MoveHere {
  /** Why the arm cannot be led, or why it stands although it is told to move. */
  readonly reason: string | undefined;
  readonly isBlocked: boolean;
  /** `onLate`: the robot ended it, since it heard too late that it is still held. */
  start(position: Position, onLate: () => void): void;
  end(): void;
}

interface Props {
  readonly moveHere: MoveHere;
  readonly position: Position;
  /** What lies there, where several buttons stand under each other. */
  readonly of?: string;
}

/** "Move here": the arm goes to the position while this is held, and stands when it is let go. */
export function MoveHereButton({ moveHere, position, of }: Props) {
  const { t } = useTranslation();
  return (
    <HoldButton
      size="md"
      {...(of !== undefined && { label: `${t('move.moveHere')}: ${of}` })}
      isDisabled={moveHere.isBlocked}
      testID="move-here"
      onStart={(onLate) => moveHere.start(position, onLate)}
      onEnd={moveHere.end}
    >
      <IconPlayerTrackNext size={iconSizes.sm} aria-hidden />
      {t('move.moveHere')}
    </HoldButton>
  );
}
