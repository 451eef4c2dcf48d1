import type { Position } from '@cellwright/domain/robot';
import { gridCorners, type SpaceItem, type SpaceItemOf, type TeachTarget } from '@cellwright/domain/space';
import { Button } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import type { LengthUnit } from '../../ui/length.ts';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import type { MoveHere } from '../MoveHereButton.tsx';
import type { Postures } from '../positions/PositionNumbers.tsx';
import type { ProveStack } from './pallet/StackProof.tsx';
import styles from './SpaceItems.module.css';
import { TeachRow, type Typing } from './TeachRow.tsx';

// Large, and rarely opened.
const PalletBaseFields = lazyScreen(() => import('./pallet/PalletBaseFields.tsx'));
const PalletBoxesFields = lazyScreen(() => import('./pallet/PalletBoxesFields.tsx'));

interface Props<T extends SpaceItem = SpaceItem> {
  readonly item: T;
  /** Teaching is disabled: the permission is missing, or the arm's position is unknown. */
  readonly isDisabled: boolean;
  /** Items that it may refer to: the pallets that boxes are stacked on. */
  readonly others: readonly SpaceItem[];
  readonly mayEdit: boolean;
  /** Another control on the screen is the next action: nothing is emphasised here. */
  readonly isAside?: boolean;
  /** Unit of lengths. */
  readonly length: LengthUnit;
  readonly proveStack: ProveStack;
  readonly moveHere: MoveHere;
  readonly postures: Postures;
  onTeach(target: TeachTarget, what: string): void;
  /** Moves a taught position in the picture. Undefined without a picture. */
  readonly onMove?: ((target: TeachTarget, what: string) => void) | undefined;
  /** Called when a position of the item was typed. */
  onPlace(target: TeachTarget, position: Position): void;
  onChange(next: SpaceItem): void;
}

/** Taught positions of an item, by its kind. */
export function TaughtFields(props: Props) {
  const { t } = useTranslation('scene');
  const { item, mayEdit, isDisabled } = props;
  switch (item.kind) {
    case 'gridPositionList':
      return <GridFields {...props} item={item} />;
    case 'plane':
      return <FixedPositions {...props} help={t('planeHelp')} labels={t('planePoint', { returnObjects: true })} />;
    case 'localAccuracyCalibration':
      return (
        <>
          <FixedPositions {...props} help={t('marksHelp')} labels={t('mark', { returnObjects: true })} />
          <Measurements {...props} item={item} />
        </>
      );
    case 'singlePosition':
    case 'safeHomePose':
      return <FixedPositions {...props} labels={[t(`kinds.${item.kind}`)]} />;
    case 'freeformPositionList':
      return <FreePositions {...props} />;
    case 'visionPositionList':
      return <p className={styles.muted}>{t('seenHelp')}</p>;
    case 'palletBase':
      return (
        <Suspense>
          <PalletBaseFields {...props} item={item} isDisabled={!mayEdit} cannotTeach={isDisabled} />
        </Suspense>
      );
    case 'palletBoxes':
      return (
        <Suspense>
          <PalletBoxesFields {...props} item={item} isDisabled={!mayEdit} cannotTeach={isDisabled} />
        </Suspense>
      );
    default:
      return null;
  }
}

/** Returns the typing of one position of the item. */
function typingOf({ postures, mayEdit, onPlace }: Props, target: TeachTarget): Typing {
  return { postures, isDisabled: !mayEdit, onPlace: (position) => onPlace(target, position) };
}

/** Returns the move of one position of the item in the picture. */
function moveOf({ mayEdit, onMove }: Props, target: TeachTarget, what: string): (() => void) | undefined {
  return mayEdit && onMove ? () => onMove(target, what) : undefined;
}

/** Positions with a fixed meaning each, taught in this order. */
function FixedPositions(props: Props & { readonly labels: readonly string[]; readonly help?: string }) {
  const { item, isDisabled, length, moveHere, labels, help, isAside = false, onTeach } = props;
  return (
    <>
      {help !== undefined && <p className={styles.muted}>{help}</p>}
      {labels.map((label, index) => (
        <TeachRow
          length={length}
          moveHere={moveHere}
          key={label}
          label={label}
          position={item.positions[index]}
          isDisabled={isDisabled || index > item.positions.length}
          isNext={!isAside && index === item.positions.length}
          onTeach={() => onTeach({ part: 'position', index }, label)}
          onMove={moveOf(props, { part: 'position', index }, label)}
          typing={index > item.positions.length ? undefined : typingOf(props, { part: 'position', index })}
        />
      ))}
    </>
  );
}

function FreePositions(props: Props) {
  const { item, isDisabled, isAside = false, length, moveHere, onTeach, onChange } = props;
  const { t } = useTranslation('scene');
  return (
    <>
      {item.positions.map((position, index) => {
        const label = position.name ?? t('position', { number: index + 1 });
        return (
          <TeachRow
            length={length}
            moveHere={moveHere}
            // biome-ignore lint/suspicious/noArrayIndexKey: a position is what it is by its place in the list
            key={index}
            label={label}
            position={position}
            isDisabled={isDisabled}
            isNext={false}
            onTeach={() => onTeach({ part: 'position', index }, label)}
            onMove={moveOf(props, { part: 'position', index }, label)}
            typing={typingOf(props, { part: 'position', index })}
            removal={{
              label: t('removePosition', { number: index + 1 }),
              onRemove: () => onChange({ ...item, positions: item.positions.filter((_, other) => other !== index) }),
            }}
          />
        );
      })}
      <Button
        size="md"
        variant={isAside ? 'default' : 'filled'}
        disabled={isDisabled}
        leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onTeach({ part: 'position' }, t('position', { number: item.positions.length + 1 }))}
      >
        {t('addHere')}
      </Button>
    </>
  );
}

function GridFields(props: Props<SpaceItemOf<'gridPositionList'>>) {
  const { item, isDisabled, isAside = false, length, moveHere, onTeach, onChange } = props;
  const { t } = useTranslation('scene');
  const count = (field: 'numRows' | 'numColumns', label: string) => (
    <NumberInput
      size="md"
      label={label}
      min={1}
      max={1000}
      disabled={isDisabled}
      value={item[field]}
      onChange={(value) => onChange({ ...item, [field]: Number(value) })}
    />
  );
  const missing = gridCorners.filter((part) => !item[part]);
  // Three corners are enough.
  const next = missing.length > 1 ? missing[0] : undefined;
  return (
    <>
      <p className={styles.muted}>{t('cornersHelp')}</p>
      {gridCorners.map((part) => (
        <TeachRow
          length={length}
          moveHere={moveHere}
          key={part}
          label={t(part)}
          position={item[part]}
          isDisabled={isDisabled}
          isNext={!isAside && part === next}
          onTeach={() => onTeach({ part }, t(part))}
          onMove={moveOf(props, { part }, t(part))}
          typing={typingOf(props, { part })}
        />
      ))}
      <div className={styles.two}>
        {count('numRows', t('rows'))}
        {count('numColumns', t('columns'))}
      </div>
    </>
  );
}

function Measurements({ item, isDisabled, onChange }: Props<SpaceItemOf<'localAccuracyCalibration'>>) {
  const { t } = useTranslation('scene');
  const measured = (field: 'rowMeasurementMM' | 'columnMeasurementMM', label: string) => (
    <NumberInput
      size="md"
      label={label}
      min={0}
      disabled={isDisabled}
      value={item[field] ?? ''}
      onChange={(value) => onChange({ ...item, [field]: value === '' ? undefined : Number(value) })}
    />
  );
  return (
    <div className={styles.two}>
      {measured('rowMeasurementMM', t('rowMeasurement'))}
      {measured('columnMeasurementMM', t('columnMeasurement'))}
    </div>
  );
}
