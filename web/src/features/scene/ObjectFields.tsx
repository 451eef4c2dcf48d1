import type { PrimitiveShape, SpaceItem, SpaceItemOf, TeachTarget } from '@cellwright/domain/space';
import { Button, NativeSelect } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PoseFields, stepOf } from '../../parts/positions/PoseFields.tsx';
import { KeptNumber } from '../../ui/KeptNumber.tsx';
import { type LengthUnit, lengthText } from '../../ui/length.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Scene.module.css';

interface Props {
  readonly item: SpaceItemOf<'environmentObject'>;
  readonly length: LengthUnit;
  readonly mayEdit: boolean;
  /** The arm's position is unknown, or the permission is missing. */
  readonly cannotTeach: boolean;
  onTeach(target: TeachTarget, what: string): void;
  onChange(next: SpaceItem): void;
  /** Called with whether a field shows a value that was rejected. */
  onRefused(isRefused: boolean): void;
}

/** Maximum side of a shape, m. */
const longest = 100;

/** Metres per unit of a mesh file. */
const units = [
  ['m', 1],
  ['cm', 0.01],
  ['mm', 0.001],
  ['inch', 0.0254],
] as const;

/** Object around the arm: its shape and its pose. */
export function ObjectFields({ item, length, mayEdit, cannotTeach, onTeach, onChange, onRefused }: Props) {
  const { t } = useTranslation('scene');
  const { shape, fileName, fileURL, pose } = item;
  return (
    <>
      <p className={styles.muted}>{t('objectHelp')}</p>
      {shape && (
        <ShapeFields
          shape={shape}
          unit={length}
          isDisabled={!mayEdit}
          onChange={(next) => onChange({ ...item, shape: next })}
          onRefused={onRefused}
        />
      )}
      {fileURL !== undefined && <FileFields item={item} isDisabled={!mayEdit} onChange={onChange} />}
      {shape === undefined && fileURL === undefined && <p className={styles.muted}>{t('noShape', { fileName })}</p>}
      {pose && (
        <PoseFields
          pose={pose}
          length={length}
          isDisabled={!mayEdit}
          onChange={(next) => onChange({ ...item, pose: next })}
          onRefused={onRefused}
        />
      )}
      <Button
        size="md"
        variant="default"
        disabled={cannotTeach}
        leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onTeach({ part: 'pose' }, item.name)}
      >
        {t('placeAtTool')}
      </Button>
    </>
  );
}

function ShapeFields(props: {
  readonly shape: PrimitiveShape;
  readonly unit: LengthUnit;
  readonly isDisabled: boolean;
  onChange(shape: PrimitiveShape): void;
  onRefused(isRefused: boolean): void;
}) {
  const { t } = useTranslation('scene');
  const { shape, isDisabled, onChange, onRefused } = props;
  const { unit, factor, digits } = props.unit;
  const refuse = (value: number) => {
    if (!(value > 0)) return t('enterLength');
    return value > longest * factor ? t('enterAtMost', { most: lengthText(longest, props.unit) }) : undefined;
  };
  const length = (label: string, meters: number, change: (meters: number) => void) => (
    <KeptNumber
      key={label}
      label={label}
      unit={unit}
      digits={digits}
      min={10 ** -digits}
      max={longest * factor}
      step={stepOf(unit)}
      isDisabled={isDisabled}
      value={Number((meters * factor).toFixed(digits))}
      refuse={refuse}
      onKeep={(value) => change(value / factor)}
      onRefused={onRefused}
    />
  );
  if (shape.kind === 'box') {
    const [x, y, z] = shape.size;
    return (
      <div className={styles.three}>
        {length(t('sizeX'), x, (value) => onChange({ ...shape, size: [value, y, z] }))}
        {length(t('sizeY'), y, (value) => onChange({ ...shape, size: [x, value, z] }))}
        {length(t('sizeZ'), z, (value) => onChange({ ...shape, size: [x, y, value] }))}
      </div>
    );
  }
  return (
    <div className={styles.three}>
      {length(t('diameter'), shape.radius * 2, (value) => onChange({ ...shape, radius: value / 2 }))}
      {shape.kind === 'cylinder' && length(t('height'), shape.length, (value) => onChange({ ...shape, length: value }))}
    </div>
  );
}

function FileFields({
  item,
  isDisabled,
  onChange,
}: Pick<Props, 'item' | 'onChange'> & { readonly isDisabled: boolean }) {
  const { t } = useTranslation('scene');
  const choices = units.map(([unit, factor]) => ({ value: String(factor), label: t(`units.${unit}`) }));
  const isKnown = units.some(([, factor]) => factor === item.scale);
  return (
    <NativeSelect
      size="md"
      label={t('unit')}
      description={item.fileName}
      disabled={isDisabled}
      value={String(item.scale)}
      data={isKnown ? choices : [...choices, { value: String(item.scale), label: `× ${item.scale}` }]}
      onChange={({ currentTarget: { value } }) => onChange({ ...item, scale: Number(value) })}
    />
  );
}
