import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboard,
  IconCopy,
  IconCopyPlus,
  IconCut,
  IconEyeOff,
  IconIndentDecrease,
  IconIndentIncrease,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { isShortcut, readShortcutKey } from '../../../ui/shortcut-key.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useActiveRow } from '../run/use-active-row.ts';
import { rowHeights, useDensity } from '../shortcuts/density.ts';
import { FindBar } from './FindBar.tsx';
import { foldWidth, gutterWidth, indentWidth } from './indent.ts';
import { useDragState } from './StepDragging.tsx';
import { StepRow } from './StepRow.tsx';
import { dropPlaceAt } from './tree-rows.ts';
import { useTreeKeys } from './use-tree-keys.ts';

/** Steps of the routine as sentences; only the visible ones are rendered. */
export function StepTree(props: { onOpenLibrary(): void; onSelect(): void }) {
  const { t } = useTranslation();
  const { selection, desk, session } = useEditor();
  const { id: routineID } = session.routine;
  const { rows, focusID } = selection;
  const density = useDensity();
  const rowHeight = rowHeights[density];
  const [isFinding, setFinding] = useState(false);
  useFindKey(() => setFinding(true));
  const scroller = useRef<HTMLDivElement>(null);
  const { place, dragging, setFindPlace } = useDragState();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    initialOffset: desk.scrollTop ?? 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another height now
  useEffect(() => virtual.measure(), [rowHeight]);
  setFindPlace((x, y, { allows }) => {
    const list = scroller.current;
    const box = list?.getBoundingClientRect();
    if (!list || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return undefined;
    scrollNearEdge(list, y - box.top, box.bottom - y);
    const gap = Math.round((y - box.top + list.scrollTop) / rowHeight);
    const depth = Math.floor((x - box.left - gutterWidth - foldWidth) / indentWidth) + 1;
    return dropPlaceAt(rows, Math.max(0, Math.min(rows.length, gap)), Math.max(1, depth), allows) ?? 'notHere';
  });
  useEffect(() => {
    const list = scroller.current;
    return () => {
      desk.scrollTop = list?.scrollTop ?? 0;
    };
  }, [desk]);
  const isPaused = useRobot(({ state }) => state?.isPaused ?? false);
  const active = useActiveRow(rows, (index) => virtual.scrollToIndex(index, { align: 'auto' }));
  const failedID = useRobot(({ state }) => (state?.routine?.id === routineID ? state.failure?.stepID : undefined));
  const onKeyDown = useTreeKeys((index) => virtual.scrollToIndex(index));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice scrolls, no change of the steps
  useEffect(() => {
    const index = rows.findIndex(({ key }) => key === focusID);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }, [focusID]);
  return (
    <section className={styles.tree} data-density={density} aria-label={t('editor.steps')}>
      <TreeTools isFinding={isFinding} onFind={setFinding} />
      {isFinding && <FindBar onClose={() => setFinding(false)} />}
      <div ref={scroller} className={styles.scroller} onWheel={active.leave} onTouchMove={active.leave}>
        <div
          role="tree"
          aria-label={t('editor.steps')}
          aria-multiselectable
          className={styles.rows}
          data-paused={isPaused}
          style={{ height: virtual.getTotalSize(), marginLeft: gutterWidth }}
          onKeyDown={onKeyDown}
        >
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            return (
              row && (
                <StepRow
                  key={key}
                  row={row}
                  top={start}
                  isActive={index === active.index}
                  isFailed={row.step !== undefined && row.step.id === failedID}
                  isTabStop={focusID === undefined ? index === 0 : row.key === focusID}
                  onSelect={props.onSelect}
                  onOpenLibrary={props.onOpenLibrary}
                />
              )
            );
          })}
        </div>
        {dragging && place && (
          <div
            className={styles.dropLine}
            data-testid="drop-line"
            style={{ top: place.gap * rowHeight, left: gutterWidth + (place.depth - 1) * indentWidth + foldWidth }}
          />
        )}
      </div>
      {active.isLeft && (
        <Button size="md" variant="default" className={styles.follow} onClick={active.follow}>
          {t('editor.follow')}
        </Button>
      )}
    </section>
  );
}

const edge = 48;
const scrollBy = 16;

function scrollNearEdge(list: HTMLElement, fromTop: number, fromBottom: number): void {
  if (fromTop < edge) list.scrollTop -= scrollBy;
  else if (fromBottom < edge) list.scrollTop += scrollBy;
}

/** Handles Ctrl+F: the browser would find only the rendered steps. */
function useFindKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.shiftKey || readShortcutKey(event) !== 'f') return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

interface TreeToolsProps {
  readonly isFinding: boolean;
  onFind(isFinding: boolean): void;
}

function TreeTools({ isFinding, onFind }: TreeToolsProps) {
  const { t } = useTranslation();
  const { selection, commands, mayEdit } = useEditor();
  const isNone = selection.ids.size === 0;
  const tools = [
    { label: t('editor.moveUp'), Icon: IconArrowUp, act: () => void commands.moveBy(-1) },
    { label: t('editor.moveDown'), Icon: IconArrowDown, act: () => void commands.moveBy(1) },
    { label: t('editor.outdent'), Icon: IconIndentDecrease, act: () => void commands.outdent() },
    { label: t('editor.indent'), Icon: IconIndentIncrease, act: () => void commands.indent() },
    { label: t('editor.cut'), Icon: IconCut, act: () => commands.cut() },
    { label: t('editor.copy'), Icon: IconCopy, act: () => commands.copy() },
    { label: t('editor.paste'), Icon: IconClipboard, act: () => void commands.paste(), isAlways: true },
    { label: t('editor.duplicate'), Icon: IconCopyPlus, act: () => commands.duplicate() },
    { label: t('editor.disable'), Icon: IconEyeOff, act: () => commands.toggleDisabled() },
    { label: t('editor.remove'), Icon: IconTrash, act: () => commands.remove() },
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('editor.tools')}>
      <ActionIcon
        size="md"
        variant={isFinding ? 'light' : 'default'}
        aria-label={t('editor.find.label')}
        title={t('editor.find.label')}
        aria-pressed={isFinding}
        onClick={() => onFind(!isFinding)}
      >
        <IconSearch size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      {(mayEdit ? tools : []).map(({ label, Icon, act, isAlways = false }) => (
        <ActionIcon key={label} size="md" aria-label={label} title={label} disabled={isNone && !isAlways} onClick={act}>
          <Icon size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      ))}
      {selection.ids.size > 1 && (
        <output className={styles.chosenCount}>{t('editor.chosenCount', { count: selection.ids.size })}</output>
      )}
    </div>
  );
}
