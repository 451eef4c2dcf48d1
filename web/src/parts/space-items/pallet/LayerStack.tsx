import type { LayerPattern } from '@cellwright/domain/pallet';
import { DndContext, type DragEndEvent, DragOverlay, pointerWithin, useDraggable, useDroppable } from '@dnd-kit/core';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useDrag } from '../../../ui/use-drag.ts';
import { moveTo } from './layer-editing.ts';
import styles from './Pallet.module.css';

interface Props {
  readonly patterns: readonly LayerPattern[];
  /** Ids of patterns, bottom to top. */
  readonly order: readonly string[];
  readonly isDisabled: boolean;
  onChange(order: string[]): void;
}

/** Layers of a full pallet, top first: patterns are dragged onto it, and layers are reordered. */
export function LayerStack({ patterns, order, isDisabled, onChange }: Props) {
  const { t } = useTranslation('pallet');
  const [dragged, setDragged] = useState<string>();
  const sensors = useDrag(dragged !== undefined);
  const nameOf = (id: string) => patterns.find((pattern) => pattern.id === id)?.name ?? '';
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    if (!over) return;
    const { layer: at = order.length }: { layer?: number } = over.data.current ?? {};
    const { layer, patternID }: { layer?: number; patternID?: string } = active.data.current ?? {};
    if (layer !== undefined) onChange(moveTo(order, layer, Math.min(at, order.length - 1)));
    // A pattern is placed on top of the layer that it is dropped on.
    else if (patternID !== undefined) onChange([...order.slice(0, at + 1), patternID, ...order.slice(at + 1)]);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(String(active.data.current?.label ?? ''))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      <h3 className={styles.title}>{t('stack')}</h3>
      <p className={styles.muted}>{t('stackHelp')}</p>
      <div className={styles.wraps}>
        {patterns.map(({ id, name }) => (
          <PatternChip key={id} id={id} name={name} isDisabled={isDisabled} onLay={() => onChange([...order, id])} />
        ))}
      </div>
      <Layers count={order.length}>
        {order
          .map((id, layer) => (
            <LayerRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a layer is what it is by its place in the stack
              key={layer}
              layer={layer}
              name={nameOf(id)}
              isTop={layer === order.length - 1}
              isDisabled={isDisabled}
              onMove={(by) => onChange(moveTo(order, layer, layer + by))}
              onRemove={() => onChange(order.filter((_, other) => other !== layer))}
            />
          ))
          .reverse()}
      </Layers>
      <DragOverlay dropAnimation={null}>{dragged && <div className={styles.dragged}>{dragged}</div>}</DragOverlay>
    </DndContext>
  );
}

function PatternChip(props: { id: string; name: string; isDisabled: boolean; onLay(): void }) {
  const { id, name, isDisabled, onLay } = props;
  const { t } = useTranslation('pallet');
  const data = { patternID: id, label: name };
  const { setNodeRef, listeners } = useDraggable({ id: `pattern ${id}`, data, disabled: isDisabled });
  return (
    <Button
      ref={setNodeRef}
      size="md"
      variant="light"
      c="var(--text)"
      disabled={isDisabled}
      aria-label={t('lay', { name })}
      leftSection={<IconGripVertical size={iconSizes.sm} aria-hidden />}
      {...listeners}
      onClick={onLay}
    >
      {name}
    </Button>
  );
}

/** The whole stack also accepts drops beside a layer. */
function Layers({ count, children }: { readonly count: number; readonly children: React.ReactNode }) {
  const { t } = useTranslation('pallet');
  const { setNodeRef, isOver } = useDroppable({ id: 'stack', disabled: count > 0 });
  if (count === 0) {
    return (
      <div ref={setNodeRef} className={styles.card} data-over={isOver}>
        <p className={styles.muted}>{t('stackEmpty')}</p>
      </div>
    );
  }
  return (
    <ol className={styles.stack} aria-label={t('stack')} reversed>
      {children}
    </ol>
  );
}

interface RowProps {
  /** Index from 0, bottom to top. */
  readonly layer: number;
  readonly name: string;
  readonly isTop: boolean;
  readonly isDisabled: boolean;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function LayerRow({ layer, name, isTop, isDisabled, onMove, onRemove }: RowProps) {
  const { t } = useTranslation('pallet');
  const number = layer + 1;
  const label = `${t('layerNumber', { number })} · ${name}`;
  const drop = useDroppable({ id: `layer ${layer}`, data: { layer } });
  const drag = useDraggable({ id: `layer ${layer}`, data: { layer, label }, disabled: isDisabled });
  return (
    <li ref={drop.setNodeRef} className={styles.layerRow} data-over={drop.isOver} data-testid="layer">
      <span ref={drag.setNodeRef} className={styles.grip} {...drag.listeners}>
        <IconGripVertical size={iconSizes.sm} aria-hidden />
        <span className={styles.grows}>{label}</span>
      </span>
      <ActionIcon
        size="md"
        variant="default"
        aria-label={t('up', { number })}
        disabled={isDisabled || isTop}
        onClick={() => onMove(1)}
      >
        <IconArrowUp size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="md"
        variant="default"
        aria-label={t('down', { number })}
        disabled={isDisabled || layer === 0}
        onClick={() => onMove(-1)}
      >
        <IconArrowDown size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="md"
        variant="default"
        aria-label={t('removeLayer', { number })}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </li>
  );
}
