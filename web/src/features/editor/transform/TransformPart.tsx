import {
  canTransform,
  frameOfSpaceItem,
  type SpaceItem,
  type SpaceTransform,
  type TransformAxis,
  transformAxes,
} from '@cellwright/domain/space';
import { degreesToRadians, identityPose } from '@cellwright/geometry';
import { Button, Checkbox, NativeSelect, Switch } from '@mantine/core';
import { IconArrowsTransferDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../../api/use-me.ts';
import { usePostures } from '../../../api/use-postures.ts';
import '../../../i18n/transform.ts';
import { KeptNumber } from '../../../ui/KeptNumber.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { showUndo } from '../../../ui/toasts.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { Disclosure } from './Disclosure.tsx';
import { previewTransform, transformItems } from './preview-transform.ts';
import { TransformPreview } from './TransformPreview.tsx';

/** Moves, rotates or mirrors several positions of the routine at once, after a preview. */
export function TransformPart() {
  const { t } = useTranslation('transform');
  return (
    <Disclosure label={t('open')} Icon={IconArrowsTransferDown}>
      <TransformForm />
    </Disclosure>
  );
}

const kinds = ['translate', 'rotate', 'mirror'] as const;
type Kind = (typeof kinds)[number];

interface Draft {
  readonly kind: Kind;
  readonly frameID: string;
  /** Metres. */
  readonly by: readonly [number, number, number];
  readonly axis: TransformAxis;
  readonly degrees: number;
}

const firstDraft: Draft = { kind: 'translate', frameID: '', by: [0, 0, 0], axis: 'z', degrees: 90 };

function transformOf({ kind, by, axis, degrees }: Draft): SpaceTransform {
  if (kind === 'translate') return { kind, by };
  return kind === 'rotate' ? { kind, axis, angle: degreesToRadians(degrees) } : { kind, axis };
}

function TransformForm() {
  const { t } = useTranslation('transform');
  const { session, spaceItems, mayEdit } = useEditor();
  const { routine, apply, undo } = session;
  const length = useLengthUnit();
  const postures = usePostures();
  const [draft, setDraft] = useState(firstDraft);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asCopies, setAsCopies] = useState(false);
  const items = routine.space.filter((item) => canTransform(item) && item.positions.length > 0);
  const chosen = items.filter(({ id }) => !left.has(id));
  const frameItem = spaceItems.find(({ id }) => id === draft.frameID);
  const planned = { transform: transformOf(draft), frame: (frameItem && frameOfSpaceItem(frameItem)) ?? identityPose };
  const rows = previewTransform(chosen, spaceItems, planned, postures);
  if (items.length === 0) return <p className={styles.hint}>{t('noPositions')}</p>;
  const change = () => {
    const itemIDs = new Set(chosen.map(({ id }) => id));
    const nameCopy = asCopies ? (name: string) => t('copyName', { name }) : undefined;
    apply((now) => transformItems(now, spaceItems, { ...planned, itemIDs, nameCopy }, postures));
    showUndo(t('done', { count: chosen.length }), t('undo'), undo);
  };
  return (
    <section className={styles.openItem} aria-label={t('title')}>
      <Segments
        label={t('kind')}
        choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={draft.kind}
        onChange={(kind) => setDraft({ ...draft, kind })}
      />
      <FrameSelect frameID={draft.frameID} onChange={(frameID) => setDraft({ ...draft, frameID })} />
      <Amount draft={draft} onChange={setDraft} />
      <ItemChecks items={items} left={left} onLeave={setLeft} />
      <Switch
        size="md"
        label={t('asCopies')}
        checked={asCopies}
        onChange={({ currentTarget: { checked } }) => setAsCopies(checked)}
      />
      <TransformPreview rows={rows} length={length} />
      <Button size="md" disabled={!mayEdit || rows.length === 0} onClick={change}>
        {t(asCopies ? 'applyCopies' : 'apply', { count: chosen.length })}
      </Button>
    </section>
  );
}

/** Axes of the change: those of the base, or of a plane. */
function FrameSelect({ frameID, onChange }: { readonly frameID: string; onChange(frameID: string): void }) {
  const { t } = useTranslation('transform');
  const { spaceItems } = useEditor();
  const planes = spaceItems.filter(({ kind }) => kind === 'plane');
  return (
    <NativeSelect
      size="md"
      label={t('frame')}
      data={[{ value: '', label: t('base') }, ...planes.map(({ id, name }) => ({ value: id, label: name }))]}
      value={frameID}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

interface ItemChecksProps {
  readonly items: readonly SpaceItem[];
  /** Ids of the items that are not changed. */
  readonly left: ReadonlySet<string>;
  onLeave(left: ReadonlySet<string>): void;
}

/** Chooses the items that are changed. */
function ItemChecks({ items, left, onLeave }: ItemChecksProps) {
  const { t } = useTranslation('transform');
  const isNone = items.every(({ id }) => left.has(id));
  return (
    <fieldset className={styles.conditions} aria-label={t('positions')}>
      <Button size="md" variant="subtle" onClick={() => onLeave(new Set(isNone ? [] : items.map(({ id }) => id)))}>
        {t(isNone ? 'all' : 'none')}
      </Button>
      {items.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="md"
          label={name}
          checked={!left.has(id)}
          onChange={({ currentTarget: { checked } }) =>
            onLeave(new Set(checked ? [...left].filter((each) => each !== id) : [...left, id]))
          }
        />
      ))}
    </fieldset>
  );
}

/** Distance, angle or mirror plane of the transformation. */
function Amount({ draft, onChange }: { readonly draft: Draft; onChange(draft: Draft): void }) {
  const { t } = useTranslation('transform');
  const { unit, factor, digits } = useLengthUnit();
  const refuse = (value: number) => (Number.isFinite(value) ? undefined : '–');
  if (draft.kind === 'translate') {
    return transformAxes.map((axis, index) => (
      <KeptNumber
        key={axis}
        label={t('along', { axis })}
        unit={unit}
        digits={digits}
        step={10}
        value={Number(((draft.by[index] ?? 0) * factor).toFixed(digits))}
        isDisabled={false}
        refuse={refuse}
        onKeep={(value) => {
          const [x, y, z] = draft.by.map((each, at) => (at === index ? value / factor : each));
          onChange({ ...draft, by: [x ?? 0, y ?? 0, z ?? 0] });
        }}
      />
    ));
  }
  const isMirror = draft.kind === 'mirror';
  return (
    <>
      <Segments
        label={t(isMirror ? 'mirrorAxis' : 'axis')}
        choices={transformAxes.map((value) => ({ value, label: isMirror ? t(`planes.${value}`) : value }))}
        value={draft.axis}
        onChange={(axis) => onChange({ ...draft, axis })}
      />
      {!isMirror && (
        <KeptNumber
          label={t('angle')}
          unit="°"
          digits={2}
          step={5}
          value={draft.degrees}
          isDisabled={false}
          refuse={refuse}
          onKeep={(degrees) => onChange({ ...draft, degrees })}
        />
      )}
    </>
  );
}
