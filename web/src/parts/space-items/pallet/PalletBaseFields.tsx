import '../../../i18n/pallet.ts';
import { palletCornerPose } from '@cellwright/domain/pallet';
import type { SpaceItem, SpaceItemOf, TeachTarget } from '@cellwright/domain/space';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsMove, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LengthUnit } from '../../../ui/length.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { withUnit } from '../../../ui/with-unit.ts';
import { type MoveHere, MoveHereButton } from '../../MoveHereButton.tsx';
import { LengthField } from './LengthField.tsx';
import styles from './Pallet.module.css';

interface Props {
  readonly item: SpaceItemOf<'palletBase'>;
  readonly isDisabled: boolean;
  readonly cannotTeach: boolean;
  readonly length: LengthUnit;
  readonly moveHere: MoveHere;
  onTeach(target: TeachTarget, what: string): void;
  /** Moves the corner in the picture. Undefined without a picture. */
  readonly onMove?: ((target: TeachTarget, what: string) => void) | undefined;
  onChange(next: SpaceItem): void;
}

/** Size of a pallet, and the position of one of its corners. */
export default function PalletBaseFields(props: Props) {
  const { item, isDisabled, cannotTeach, length, moveHere, onTeach, onMove, onChange } = props;
  const { t } = useTranslation('pallet');
  type LengthName = 'lengthMM' | 'widthMM' | 'heightMM' | 'floorToPalletDistanceMM' | 'cornerXMM' | 'cornerYMM';
  const field = (name: LengthName, label: string, min = 0) => (
    <LengthField
      label={label}
      value={item[name]}
      length={length}
      isDisabled={isDisabled}
      min={min}
      onChange={(value) => onChange({ ...item, [name]: value })}
    />
  );
  return (
    <>
      <p className={styles.muted}>{t('baseHelp')}</p>
      <h3 className={styles.title}>{t('size')}</h3>
      <div className={styles.two}>
        {field('lengthMM', t('length'))}
        {field('widthMM', t('width'))}
        {field('heightMM', t('height'))}
        {field('floorToPalletDistanceMM', t('floor'))}
      </div>
      <h3 className={styles.title}>{t('corner')}</h3>
      <Segments
        label={t('corner')}
        choices={(['left', 'right'] as const).map((value) => ({ value, label: t(`corners.${value}`) }))}
        value={item.cornerToPosition}
        onChange={(cornerToPosition) => !isDisabled && onChange({ ...item, cornerToPosition })}
      />
      <div className={styles.three}>
        {field('cornerXMM', t('cornerX'), -100_000)}
        {field('cornerYMM', t('cornerY'), -100_000)}
        <NumberInput
          size="md"
          label={t('yaw')}
          {...withUnit('°')}
          min={-360}
          max={360}
          step={5}
          decimalScale={2}
          disabled={isDisabled}
          value={Number(item.cornerYawDegrees.toFixed(2))}
          onChange={(value) => typeof value === 'number' && onChange({ ...item, cornerYawDegrees: value })}
        />
      </div>
      <div className={styles.wraps}>
        <MoveHereButton moveHere={moveHere} position={{ pose: palletCornerPose(item) }} of={t('corner')} />
        <Button
          size="md"
          className={styles.grows}
          variant="default"
          disabled={isDisabled || cannotTeach}
          leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => onTeach({ part: 'palletCorner' }, t('teachCorner'))}
        >
          {t('teachHere', { ns: 'scene' })}
        </Button>
        {onMove && (
          <ActionIcon
            size="md"
            variant="default"
            aria-label={t('moveIn3D', { ns: 'scene', name: t('corner') })}
            disabled={isDisabled}
            onClick={() => onMove({ part: 'palletCorner' }, t('teachCorner'))}
          >
            <IconArrowsMove size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </>
  );
}
