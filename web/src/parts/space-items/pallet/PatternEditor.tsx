import {
  type ApproachDirection,
  approachDirections,
  type BoxType,
  generateLayer,
  type LayerGeneratorKind,
  type LayerPattern,
  layerGeneratorKinds,
  type PalletSize,
} from '@cellwright/domain/pallet';
import { Button, Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import type { LengthUnit } from '../../../ui/length.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { ChosenBox } from './ChosenBox.tsx';
import { LayerCanvas } from './LayerCanvas.tsx';
import { LengthField } from './LengthField.tsx';
import { addBox } from './layer-editing.ts';
import styles from './Pallet.module.css';

interface Props {
  readonly pattern: LayerPattern;
  readonly boxTypes: readonly BoxType[];
  readonly base: PalletSize;
  /** Number of each box, in placing order. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly isDisabled: boolean;
  readonly length: LengthUnit;
  onChange(pattern: LayerPattern): void;
}

/** Arrangement of the boxes of a layer: a generated pattern whose boxes can be moved individually. */
export function PatternEditor({ pattern, boxTypes, base, numbers, isDisabled, length, onChange }: Props) {
  const { t } = useTranslation('pallet');
  const [chosenID, choose] = useState<string>();
  const [isMirrored, setMirrored] = useState(false);
  const boxType = boxTypes.find(({ id }) => id === pattern.boxTypeID);
  const chosen = pattern.boxList.find(({ id }) => id === chosenID);
  const begin = (kind: LayerGeneratorKind) => {
    if (!boxType) return;
    choose(undefined);
    onChange({ ...pattern, boxList: generateLayer({ kind, base, boxType, variant: isMirrored ? 'B' : 'A' }) });
  };
  const remove = (id: string) => {
    choose(undefined);
    onChange({ ...pattern, boxList: pattern.boxList.filter((box) => box.id !== id) });
  };
  const more = boxType && addBox(pattern, boxType, base);
  return (
    <div className={styles.card}>
      <TextInput
        size="md"
        label={t('patternName')}
        value={pattern.name}
        readOnly={isDisabled}
        onChange={({ currentTarget: { value } }) => onChange({ ...pattern, name: value })}
      />
      <div className={styles.two}>
        <IdSelect
          label={t('boxType')}
          disabled={isDisabled}
          value={pattern.boxTypeID}
          choices={boxTypes}
          onChange={(boxTypeID) => onChange({ ...pattern, boxTypeID })}
        />
        <LengthField
          label={t('separator')}
          value={pattern.separatorHeightMM}
          length={length}
          isDisabled={isDisabled}
          onChange={(separatorHeightMM) => onChange({ ...pattern, separatorHeightMM })}
        />
      </div>
      <span className={styles.muted}>{t('startFrom')}</span>
      <div className={styles.wraps}>
        {layerGeneratorKinds.map((kind) => (
          <Button key={kind} size="md" variant="default" disabled={isDisabled || !boxType} onClick={() => begin(kind)}>
            {t(`starts.${kind}`)}
          </Button>
        ))}
        <Switch
          size="md"
          label={t('mirrored')}
          checked={isMirrored}
          disabled={isDisabled}
          onChange={({ currentTarget: { checked } }) => setMirrored(checked)}
        />
      </div>
      {boxType && (
        <LayerCanvas
          pattern={pattern}
          boxType={boxType}
          base={base}
          numbers={numbers}
          chosenID={chosenID}
          isDisabled={isDisabled}
          onChoose={choose}
          onChange={onChange}
          onRemove={remove}
        />
      )}
      <Button
        size="md"
        variant="default"
        disabled={isDisabled || !more}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => {
          if (!more) return;
          choose(more.boxList.at(-1)?.id);
          onChange(more);
        }}
      >
        {t('addBox')}
      </Button>
      {boxType && !more && <p className={styles.muted}>{t('noRoom')}</p>}
      {chosen ? (
        <ChosenBox
          box={chosen}
          number={numbers.get(chosen.id) ?? 0}
          pattern={pattern}
          length={length}
          isDisabled={isDisabled}
          onChange={onChange}
          onRemove={remove}
        />
      ) : (
        <p className={styles.muted}>{t('chooseBox')}</p>
      )}
      <DirectionChoice
        label={t('direction')}
        value={pattern.globalApproachDirection}
        isDisabled={isDisabled}
        onChange={(globalApproachDirection) => onChange({ ...pattern, globalApproachDirection })}
      />
      <Checkbox
        size="md"
        label={t('automaticOrder')}
        checked={pattern.automaticSequencing}
        disabled={isDisabled}
        onChange={({ currentTarget: { checked } }) => onChange({ ...pattern, automaticSequencing: checked })}
      />
    </div>
  );
}

function DirectionChoice(props: {
  readonly label: string;
  readonly value: ApproachDirection;
  readonly isDisabled: boolean;
  onChange(direction: ApproachDirection): void;
}) {
  const { t } = useTranslation('pallet');
  return (
    <NativeSelect
      size="md"
      label={props.label}
      disabled={props.isDisabled}
      value={props.value}
      data={approachDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
      onChange={({ currentTarget: { value } }) => {
        const direction = approachDirections.find((each) => each === value);
        if (direction) props.onChange(direction);
      }}
    />
  );
}
