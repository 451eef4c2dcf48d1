import { isStepKind } from '@cellwright/domain/routine';
import { DndContext, type DragEndEvent, DragOverlay, type DragStartEvent } from '@dnd-kit/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findEntry, isWithin, outermost } from '../../../parts/step-index.ts';
import { showNote } from '../../../ui/toasts.ts';
import { useDrag } from '../../../ui/use-drag.ts';
import type { Place } from '../document/edit-steps.ts';
import { mayStand } from '../document/nesting.ts';
import { newStepFor } from '../document/new-step.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import type { DropPlace } from './tree-rows.ts';

/** Dragged steps, used by the tree to find their place. */
export interface Dragging {
  readonly label: string;
  allows(place: Place): boolean;
}

/** Finds the place at a point of the page; provided by the tree. Undefined beside the tree. */
type FindPlace = (x: number, y: number, dragging: Dragging) => DropPlace | 'notHere' | undefined;

interface DragState {
  readonly dragging: Dragging | undefined;
  readonly place: DropPlace | undefined;
  setFindPlace(find: FindPlace): void;
}

const DragContext = createContext<DragState>({ dragging: undefined, place: undefined, setFindPlace() {} });
export const useDragState = () => useContext(DragContext);

/** Drags steps within the tree and from the library into it, by mouse and touch. */
export function StepDragging({ children }: { readonly children: ReactNode }) {
  const { session, selection, commands } = useEditor();
  const [dragging, setDragging] = useState<Dragging & { readonly drop: (place: Place) => void }>();
  const sensors = useDrag(dragging !== undefined);
  const { t } = useTranslation();
  const [found, setFound] = useState<DropPlace | 'notHere'>();
  const place = found === 'notHere' ? undefined : found;
  const findPlace = useRef<FindPlace>(() => undefined);
  usePointer(dragging !== undefined, (x, y) => setFound(dragging && findPlace.current(x, y, dragging)));
  const { routine } = session;
  const onDragStart = ({ active }: DragStartEvent) => {
    const { stepKind, stepID, label } = { stepKind: '', stepID: '', label: '', ...active.data.current };
    if (isStepKind(stepKind)) {
      const allows = (at: Place) => newStepFor(routine, stepKind, at) !== undefined;
      setDragging({ label, allows, drop: (at) => commands.addAt(stepKind, at) });
      return;
    }
    const ids: ReadonlySet<string> = selection.ids.has(stepID) ? selection.ids : new Set([stepID]);
    const moving = outermost(routine, ids);
    const allows = ({ parentID }: Place) =>
      !isWithin(parentID === undefined ? undefined : findEntry(routine, parentID), ids) &&
      moving.every(({ step }) => mayStand(routine, step, parentID));
    setDragging({ label, allows, drop: (at) => void commands.moveTo(at, ids) });
  };
  const end = () => {
    setDragging(undefined);
    setFound(undefined);
  };
  const onDragEnd = (_event: DragEndEvent) => {
    if (place) dragging?.drop(place);
    else if (found === 'notHere') showNote(t('editor.notHere'));
    end();
  };
  const setFindPlace = (find: FindPlace) => {
    findPlace.current = find;
  };
  return (
    <DndContext sensors={sensors} onDragStart={onDragStart} onDragEnd={onDragEnd} onDragCancel={end}>
      <DragContext value={{ dragging, place, setFindPlace }}>{children}</DragContext>
      <DragOverlay dropAnimation={null}>
        {dragging && (
          <div className={styles.dragged} data-allowed={place !== undefined}>
            {dragging.label}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Tracks the pointer during a drag, also while content scrolls under it. */
function usePointer(isOn: boolean, onMove: (x: number, y: number) => void): void {
  const newest = useRef(onMove);
  newest.current = onMove;
  useEffect(() => {
    if (!isOn) return;
    const onMouse = ({ clientX, clientY }: MouseEvent) => newest.current(clientX, clientY);
    const onTouch = ({ touches: [finger] }: TouchEvent) => finger && newest.current(finger.clientX, finger.clientY);
    window.addEventListener('mousemove', onMouse);
    window.addEventListener('touchmove', onTouch, { passive: true });
    return () => {
      window.removeEventListener('mousemove', onMouse);
      window.removeEventListener('touchmove', onTouch);
    };
  }, [isOn]);
}
