import { approachDirections, type LayerPattern, type PalletBox } from '@cellwright/domain/pallet';
import { Button, NativeSelect } from '@mantine/core';
import { IconRotate, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LengthUnit } from '../../../ui/length.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { LengthField } from './LengthField.tsx';
import { changeBox, moveInOrder, turnBox } from './layer-editing.ts';
import styles from './Pallet.module.css';

interface Props {
  readonly box: PalletBox;
  readonly number: number;
  readonly pattern: LayerPattern;
  readonly length: LengthUnit;
  readonly isDisabled: boolean;
  onChange(pattern: LayerPattern): void;
  onRemove(id: string): void;
}

/** Chosen box of a layer: its position, rotation, placing order and approach. */
export function ChosenBox({ box, number, pattern, length, isDisabled, onChange, onRemove }: Props) {
  const { t } = useTranslation('pallet');
  const change = (next: (old: PalletBox) => PalletBox) => onChange(changeBox(pattern, box.id, next));
  const place = (axis: 'x' | 'y') => (
    <LengthField
      label={axis}
      value={box[axis]}
      length={length}
      isDisabled={isDisabled}
      min={-100_000}
      onChange={(value) => change((old) => ({ ...old, [axis]: value }))}
    />
  );
  const choices = approachDirections.map((value) => ({ value, label: t(`directions.${value}`) }));
  return (
    <section className={styles.card} aria-label={t('boxNumber', { number })}>
      <strong>{t('boxNumber', { number })}</strong>
      <div className={styles.two}>
        {place('x')}
        {place('y')}
      </div>
      <div className={styles.wraps}>
        <Button
          size="md"
          variant="default"
          disabled={isDisabled}
          leftSection={<IconRotate size={iconSizes.sm} aria-hidden />}
          onClick={() => change(turnBox)}
        >
          {t('turn')}
        </Button>
        <Button
          size="md"
          variant="default"
          disabled={isDisabled}
          leftSection={<IconTrash size={iconSizes.sm} aria-hidden />}
          onClick={() => onRemove(box.id)}
        >
          {t('removeBox')}
        </Button>
        {!pattern.automaticSequencing &&
          ([-1, 1] as const).map((by) => (
            <Button
              key={by}
              size="md"
              variant="default"
              disabled={isDisabled}
              onClick={() => onChange(moveInOrder(pattern, box.id, by))}
            >
              {t(by < 0 ? 'earlier' : 'later')}
            </Button>
          ))}
      </div>
      <NativeSelect
        size="md"
        label={t('boxDirection')}
        disabled={isDisabled}
        value={box.approachDirection ?? ''}
        data={[{ value: '', label: t('asPattern') }, ...choices]}
        onChange={({ currentTarget: { value } }) => {
          const direction = approachDirections.find((each) => each === value);
          change(({ approachDirection: _old, ...old }) => (direction ? { ...old, approachDirection: direction } : old));
        }}
      />
    </section>
  );
}
