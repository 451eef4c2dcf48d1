import type { BoxType } from '@cellwright/domain/pallet';
import type { SpaceItemOf, TeachTarget } from '@cellwright/domain/space';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LengthUnit } from '../../../ui/length.ts';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { withUnit } from '../../../ui/with-unit.ts';
import type { MoveHere } from '../../MoveHereButton.tsx';
import { TeachRow } from '../TeachRow.tsx';
import { LengthField } from './LengthField.tsx';
import styles from './Pallet.module.css';

interface Props {
  readonly item: SpaceItemOf<'palletBoxes'>;
  readonly isDisabled: boolean;
  readonly cannotTeach: boolean;
  /** Another control on the screen is the next action: nothing is emphasised here. */
  readonly isAside?: boolean;
  readonly length: LengthUnit;
  readonly moveHere: MoveHere;
  onAdd(): void;
  onTeach(target: TeachTarget, what: string): void;
  onChange(next: SpaceItemOf<'palletBoxes'>): void;
}

/** Box types: size, mass, and the pick-up point of the tool. */
export function BoxTypes(props: Props) {
  const { item, isDisabled, cannotTeach, isAside = false, length, moveHere, onAdd, onTeach, onChange } = props;
  const { t } = useTranslation('pallet');
  const { boxTypes } = item;
  const change = (id: string, fields: Partial<BoxType>) =>
    onChange({ ...item, boxTypes: boxTypes.map((type) => (type.id === id ? { ...type, ...fields } : type)) });
  return (
    <>
      <h3 className={styles.title}>{t('boxTypes')}</h3>
      {boxTypes.map((type) => {
        const isUsed = item.layerPatterns.some(({ boxTypeID }) => boxTypeID === type.id);
        return (
          <div key={type.id} className={styles.card} data-testid="box-type">
            <div className={styles.row}>
              <TextInput
                size="md"
                className={styles.grows}
                aria-label={t('boxName')}
                value={type.name}
                readOnly={isDisabled}
                onChange={({ currentTarget: { value } }) => change(type.id, { name: value })}
              />
              <ActionIcon
                size="md"
                variant="default"
                aria-label={t('removeType', { name: type.name })}
                title={isUsed ? t('typeInUse') : undefined}
                disabled={isDisabled || isUsed}
                onClick={() => onChange({ ...item, boxTypes: boxTypes.filter(({ id }) => id !== type.id) })}
              >
                <IconTrash size={iconSizes.sm} aria-hidden />
              </ActionIcon>
            </div>
            <Sizes type={type} isDisabled={isDisabled} length={length} onChange={(fields) => change(type.id, fields)} />
            <TeachRow
              label={t('pickup')}
              position={type.pickupPosition}
              isNext={!isAside && type.pickupPosition === undefined}
              isDisabled={isDisabled || cannotTeach}
              length={length}
              moveHere={moveHere}
              onTeach={() => onTeach({ part: 'pickup', boxTypeID: type.id }, t('pickupOf', { name: type.name }))}
            />
          </div>
        );
      })}
      <Button
        size="md"
        variant="default"
        disabled={isDisabled}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={onAdd}
      >
        {t('addType')}
      </Button>
    </>
  );
}

function Sizes(props: {
  readonly type: BoxType;
  readonly isDisabled: boolean;
  readonly length: LengthUnit;
  onChange(fields: Partial<BoxType>): void;
}) {
  const { t } = useTranslation('pallet');
  const { type, isDisabled, length, onChange } = props;
  type LengthName = 'width' | 'depth' | 'height' | 'offsetX' | 'offsetY' | 'offsetZ';
  const field = (name: LengthName, label: string, min = 0) => (
    <LengthField
      key={name}
      label={label}
      value={type[name]}
      length={length}
      isDisabled={isDisabled}
      min={min}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <div className={styles.three}>
        {field('width', t('width'))}
        {field('depth', t('depth'))}
        {field('height', t('height'))}
      </div>
      <NumberInput
        size="md"
        label={t('weight')}
        {...withUnit('kg')}
        min={0}
        max={1000}
        step={0.5}
        decimalScale={3}
        disabled={isDisabled}
        value={type.weight}
        onChange={(value) => typeof value === 'number' && onChange({ weight: value })}
      />
      <span className={styles.muted}>{t('gripOffset')}</span>
      <div className={styles.three}>
        {(['X', 'Y', 'Z'] as const).map((axis) =>
          field(`offset${axis}`, t('along', { axis: axis.toLowerCase() }), -1000),
        )}
      </div>
    </>
  );
}
