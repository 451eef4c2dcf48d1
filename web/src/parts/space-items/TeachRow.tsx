import type { Position } from '@cellwright/domain/robot';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsMove, IconKeyboard, IconMapPinPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inUnit, type LengthUnit } from '../../ui/length.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { type MoveHere, MoveHereButton } from '../MoveHereButton.tsx';
import { PositionNumbers, type Postures } from '../positions/PositionNumbers.tsx';
import styles from './SpaceItems.module.css';

/** Typing positions instead of teaching them. */
export interface Typing {
  readonly postures: Postures;
  readonly isDisabled: boolean;
  onPlace(position: Position): void;
}

interface Props {
  readonly label: string;
  readonly position: Position | undefined;
  readonly isDisabled: boolean;
  /** True for the row to fill next, before any other. */
  readonly isNext: boolean;
  readonly length: LengthUnit;
  readonly moveHere: MoveHere;
  onTeach(): void;
  /** Moves the position in the picture. Undefined without a picture. */
  readonly onMove?: (() => void) | undefined;
  /** Undefined if a position cannot be typed. */
  readonly typing?: Typing | undefined;
  readonly removal?: { readonly label: string; onRemove(): void };
}

/**
 * One taught position: its label and value, moving the arm there, teaching it from the arm's current position, and
 * typing it.
 */
export function TeachRow(props: Props) {
  const { label, position, isDisabled, isNext, length, moveHere, onTeach, onMove, typing, removal } = props;
  const { t } = useTranslation('scene');
  const [showsNumbers, setShowsNumbers] = useState(false);
  const pose = position?.pose;
  const toggleNumbers = () => {
    setShowsNumbers(!showsNumbers);
    if (typing && !position && !showsNumbers) typing.onPlace(typing.postures.begin());
  };
  return (
    <div className={styles.row} data-testid="teach-row">
      <span className={styles.rowName}>
        <strong>{label}</strong>
        <span className={`tabular ${styles.muted}`}>
          {pose
            ? [pose.x, pose.y, pose.z].map((value) => quantityText(inUnit(value, length), length.digits)).join(' · ')
            : t('notTaught')}
          {pose && ` ${length.unit}`}
        </span>
      </span>
      <span className={styles.rowActions}>
        {position && (pose || position.jointAngles) && (
          <MoveHereButton moveHere={moveHere} position={position} of={label} />
        )}
        <Button
          size="md"
          variant={isNext ? 'filled' : 'default'}
          disabled={isDisabled}
          aria-label={`${t(position ? 'teachAgain' : 'teachHere')}: ${label}`}
          leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
          onClick={onTeach}
        >
          {t(position ? 'teachAgain' : 'teachHere')}
        </Button>
        {typing && (
          <ActionIcon
            size="md"
            variant={showsNumbers ? 'light' : 'default'}
            aria-label={t('numbers.show', { name: label })}
            aria-expanded={showsNumbers}
            disabled={typing.isDisabled && !position}
            onClick={toggleNumbers}
          >
            <IconKeyboard size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
        {onMove && position && (
          <ActionIcon size="md" variant="default" aria-label={t('moveIn3D', { name: label })} onClick={onMove}>
            <IconArrowsMove size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
        {removal && (
          <ActionIcon
            size="md"
            variant="default"
            aria-label={removal.label}
            disabled={isDisabled}
            onClick={removal.onRemove}
          >
            <IconTrash size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {typing && position && showsNumbers && (
        <div className={styles.rowNumbers}>
          <PositionNumbers
            position={position}
            length={length}
            postures={typing.postures}
            isDisabled={typing.isDisabled}
            onChange={typing.onPlace}
          />
        </div>
      )}
    </div>
  );
}
