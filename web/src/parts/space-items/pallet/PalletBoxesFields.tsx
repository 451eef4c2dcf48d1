import '../../../i18n/pallet.ts';
import { createId } from '@cellwright/domain/basics';
import {
  boxTypeSchema,
  generateLayer,
  type LayerPattern,
  layerPatternSchema,
  type PalletSize,
  palletBaseFields,
  stackOf,
} from '@cellwright/domain/pallet';
import type { SpaceItem, SpaceItemOf, TeachTarget } from '@cellwright/domain/space';
import { ActionIcon, Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LengthUnit, lengthText } from '../../../ui/length.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import type { MoveHere } from '../../MoveHereButton.tsx';
import { BoxTypes } from './BoxTypes.tsx';
import { LayerStack } from './LayerStack.tsx';
import { LengthField } from './LengthField.tsx';
import styles from './Pallet.module.css';
import { PatternEditor } from './PatternEditor.tsx';
import { type ProveStack, StackProof } from './StackProof.tsx';

interface Props {
  readonly item: SpaceItemOf<'palletBoxes'>;
  /** Other items: the pallets among them can be stacked. */
  readonly others: readonly SpaceItem[];
  readonly isDisabled: boolean;
  readonly cannotTeach: boolean;
  /** Another control on the screen is the next action: nothing is emphasised here. */
  readonly isAside?: boolean;
  readonly length: LengthUnit;
  readonly proveStack: ProveStack;
  readonly moveHere: MoveHere;
  onTeach(target: TeachTarget, what: string): void;
  onChange(next: SpaceItem): void;
}

/** Without a pallet the layers are drawn on one of this size. */
const usualSize: PalletSize = {
  lengthMM: palletBaseFields.lengthMM.parse(undefined),
  widthMM: palletBaseFields.widthMM.parse(undefined),
};

/** Stack definition: pallets, box types, layers, and the order of the layers. */
export default function PalletBoxesFields(props: Props) {
  const { item, others, isDisabled, length, proveStack, onChange } = props;
  const { t } = useTranslation('pallet');
  const bases = others.filter((other) => other.kind === 'palletBase');
  const stack = useMemo(() => stackOf(item), [item]);
  const count = stack.layers.reduce((sum, layer) => sum + (layer?.boxes.length ?? 0), 0);
  const base = bases.find(({ id }) => item.palletBaseIDs.includes(id)) ?? usualSize;
  const addType = () => {
    const name = t('typeName', { number: item.boxTypes.length + 1 });
    const boxType = boxTypeSchema.parse({ id: createId('boxType'), name, width: 300, depth: 200, height: 150 });
    const next = { ...item, boxTypes: [...item.boxTypes, boxType] };
    if (item.layerPatterns.length > 0) return onChange(next);
    // Starts with a generated layer instead of an empty one.
    const boxList = generateLayer({ kind: 'column', base, boxType });
    const named = { id: createId('layerPattern'), name: t('patternNumber', { number: 1 }), boxTypeID: boxType.id };
    const pattern = layerPatternSchema.parse({ ...named, boxList });
    onChange({ ...next, layerPatterns: [pattern], layerOrder: [pattern.id] });
  };
  const toggle = (id: string, isOn: boolean) =>
    onChange({
      ...item,
      palletBaseIDs: isOn ? [...item.palletBaseIDs, id] : item.palletBaseIDs.filter((each) => each !== id),
    });
  return (
    <>
      <fieldset className={styles.card}>
        <legend>{t('pallets')}</legend>
        {bases.length === 0 && <p className={styles.muted}>{t('noPallets')}</p>}
        {bases.map(({ id, name }) => (
          <Checkbox
            key={id}
            size="md"
            label={name}
            checked={item.palletBaseIDs.includes(id)}
            disabled={isDisabled}
            onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
          />
        ))}
      </fieldset>
      <BoxTypes {...props} onAdd={addType} />
      <Patterns {...props} base={base} />
      <LayerStack
        patterns={item.layerPatterns}
        order={item.layerOrder}
        isDisabled={isDisabled}
        onChange={(layerOrder) => onChange({ ...item, layerOrder })}
      />
      <p role="status" data-testid="stack-summary">
        {t('summary', { count, height: lengthText(stack.heightMM / 1000, length) })}
      </p>
      <h3 className={styles.title}>{t('approach')}</h3>
      <div className={styles.two}>
        <LengthField
          label={t('approachXY')}
          value={item.approachDistanceXYMM}
          length={length}
          isDisabled={isDisabled}
          onChange={(approachDistanceXYMM) => onChange({ ...item, approachDistanceXYMM })}
        />
        <LengthField
          label={t('approachZ')}
          value={item.approachDistanceZMM}
          length={length}
          isDisabled={isDisabled}
          onChange={(approachDistanceZMM) => onChange({ ...item, approachDistanceZMM })}
        />
      </div>
      <StackProof item={item} others={others} proveStack={proveStack} />
      {item.customPositions.length > 0 && (
        <>
          <p className={styles.muted}>{t('custom', { count: item.customPositions.length })}</p>
          <Button
            size="md"
            variant="default"
            disabled={isDisabled}
            onClick={() => onChange({ ...item, customPositions: [] })}
          >
            {t('clearCustom')}
          </Button>
        </>
      )}
    </>
  );
}

function Patterns({ item, base, isDisabled, length, onChange }: Props & { readonly base: PalletSize }) {
  const { t } = useTranslation('pallet');
  const { layerPatterns, boxTypes } = item;
  const [openID, open] = useState(layerPatterns[0]?.id);
  const shown = layerPatterns.find(({ id }) => id === openID) ?? layerPatterns[0];
  const numbers = useMemo(() => numbersOf(item, shown), [item, shown]);
  const isUsed = shown !== undefined && item.layerOrder.includes(shown.id);
  const put = (next: LayerPattern) =>
    onChange({ ...item, layerPatterns: layerPatterns.map((each) => (each.id === next.id ? next : each)) });
  const add = () => {
    const [id, name] = [createId('layerPattern'), t('patternNumber', { number: layerPatterns.length + 1 })];
    const made = layerPatternSchema.parse({ id, name, boxTypeID: boxTypes[0]?.id });
    onChange({ ...item, layerPatterns: [...layerPatterns, made] });
    open(id);
  };
  return (
    <>
      <h3 className={styles.title}>{t('patterns')}</h3>
      <div className={styles.row}>
        {layerPatterns.length > 0 && (
          <NativeSelect
            size="md"
            className={styles.grows}
            aria-label={t('pattern')}
            value={shown?.id}
            data={layerPatterns.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) => open(value)}
          />
        )}
        {shown && (
          <ActionIcon
            size="md"
            variant="default"
            aria-label={t('removePattern', { name: shown.name })}
            title={isUsed ? t('patternInUse') : undefined}
            disabled={isDisabled || isUsed}
            onClick={() => onChange({ ...item, layerPatterns: layerPatterns.filter(({ id }) => id !== shown.id) })}
          >
            <IconTrash size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
        <Button
          size="md"
          variant="default"
          disabled={isDisabled || boxTypes.length === 0}
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={add}
        >
          {t('addPattern')}
        </Button>
      </div>
      {shown && (
        <PatternEditor
          key={shown.id}
          pattern={shown}
          boxTypes={boxTypes}
          base={base}
          numbers={numbers}
          isDisabled={isDisabled}
          length={length}
          onChange={put}
        />
      )}
    </>
  );
}

/** Returns the number of each box of a pattern in placing order. */
function numbersOf(item: SpaceItemOf<'palletBoxes'>, pattern: LayerPattern | undefined): ReadonlyMap<string, number> {
  if (!pattern) return new Map();
  const [layer] = stackOf({ ...item, layerPatterns: [pattern], layerOrder: [pattern.id] }).layers;
  return new Map(layer?.boxes.map(({ box, boxIndex }) => [box.id, boxIndex]));
}
