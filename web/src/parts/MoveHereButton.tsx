import type { Position } from '@cellwright/domain/robot';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../i18n/hand-motion.ts';
import { HoldButton } from '../ui/hold/HoldButton.tsx';
import { iconSizes } from '../ui/theme/theme.ts';

/** Moves the arm to positions, one at a time, while a button is held. */
export interface MoveHere {
  /** Reason why the arm cannot be moved, or does not move although it was commanded. */
  readonly reason: string | undefined;
  readonly isBlocked: boolean;
  /** `onLate` is called if the robot ended the motion because a heartbeat was late. */
  start(position: Position, onLate: () => void): void;
  end(): void;
}

interface Props {
  readonly moveHere: MoveHere;
  readonly position: Position;
  /** Name of the target, where several buttons are listed below each other. */
  readonly of?: string;
}

/** "Move here": moves the arm to the position while held; the arm stops on release. */
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
