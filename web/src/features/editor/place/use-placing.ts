import { useEffect, useMemo, useRef } from 'react';
import { useGhost } from '../../../connected/place/use-ghost.ts';
import { findPlaceable, type MovedPart } from '../document/place-position.ts';
import { useEditor } from '../editor-context.ts';

export type Placing = ReturnType<typeof usePlacing>;

/** State of moving a position of the routine in the picture: the chosen part of an item, else the selected position. */
export function usePlacing() {
  const { session, selection, spaceItems, taught, mayEdit, movedPart, movePart } = useEditor();
  const { routine } = session;
  const placeable = useMemo(
    () =>
      mayEdit
        ? findPlaceable(routine, spaceItems, { focusID: selection.focusID, itemID: taught?.id, moved: movedPart })
        : undefined,
    [mayEdit, routine, spaceItems, selection.focusID, taught?.id, movedPart],
  );
  const move = useGhost(placeable?.key);
  const { begin: hold } = move;
  const begun = useRef<MovedPart>(undefined);
  // Choosing a part begins its move at once.
  useEffect(() => {
    if (movedPart === begun.current) return;
    begun.current = movedPart;
    if (movedPart && placeable) hold(placeable.key, placeable.position);
  }, [movedPart, placeable, hold]);
  const end = () => {
    move.end();
    movePart(undefined);
  };
  return {
    placeable,
    move: { ...move, end },
    begin: () => placeable && hold(placeable.key, placeable.position),
  };
}
