import type { Position } from '@cellwright/domain';
import { ActionIcon, Button } from '@mantine/core';
import { IconMapPinPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { inUnit, type LengthUnit } from '../../ui/length.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { type MoveHere, MoveHereButton } from '../MoveHereButton.tsx';
import styles from './SpaceItems.module.css';

interface Props {
  readonly label: string;
  readonly position: Position | undefined;
  readonly isDisabled: boolean;
  /** What a person does next here, before any other row. */
  readonly isNext: boolean;
  readonly length: LengthUnit;
  readonly moveHere: MoveHere;
  onTeach(): void;
  readonly removal?: { readonly label: string; onRemove(): void };
}

/** One thing that is taught: what it is, where it is, leading the arm there, and teaching it from where the arm stands. */
export function TeachRow({ label, position, isDisabled, isNext, length, moveHere, onTeach, removal }: Props) {
  const { t } = useTranslation('scene');
  const pose = position?.pose;
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
    </div>
  );
}
