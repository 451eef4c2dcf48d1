import { identityPose } from '@cellwright/geometry';
import { useCallback, useMemo, useState } from 'react';
import { usePostures } from '../../../api/use-postures.ts';
import { useArmBase } from '../../../api/use-robot.ts';
import type { PoseHandleProps } from '../../../parts/arm-view/arm-view-props.ts';
import { findPlaceable } from '../document/place-position.ts';
import { useEditor } from '../editor-context.ts';
import { beginGhost, type Ghost, inBase, inWorld, moveGhost } from './ghost.ts';

type Axes = NonNullable<PoseHandleProps['axes']>;

export type Placing = ReturnType<typeof usePlacing>;

/** State of moving the selected position in the picture without the arm: a ghost, its handles, and what they do. */
export function usePlacing() {
  const { session, selection, spaceItems, taught, mayEdit } = useEditor();
  const { routine } = session;
  const postures = usePostures();
  const base = useArmBase() ?? identityPose;
  const [held, hold] = useState<{ readonly key: string; readonly ghost: Ghost }>();
  const [mode, setMode] = useState<PoseHandleProps['mode']>('translate');
  const [axes, setAxes] = useState<Axes>('base');
  const placeable = useMemo(
    () =>
      mayEdit ? findPlaceable(routine, spaceItems, { focusID: selection.focusID, itemID: taught?.id }) : undefined,
    [mayEdit, routine, spaceItems, selection.focusID, taught?.id],
  );
  // Another selection ends the move.
  const ghost = held?.key === placeable?.key ? held?.ghost : undefined;
  const setGhost = useCallback(
    (change: (ghost: Ghost) => Ghost) => hold((now) => now && { ...now, ghost: change(now.ghost) }),
    [],
  );
  const pose = ghost?.position.pose;
  const handle = useMemo((): PoseHandleProps | undefined => {
    if (!pose) return undefined;
    const move = (next: PoseHandleProps['pose']) => setGhost((now) => moveGhost(now, inBase(next, base), postures));
    return { pose: inWorld(pose, base), mode, axes, onDrag: move, onDrop: move };
  }, [pose, base, mode, axes, postures, setGhost]);
  return {
    placeable,
    postures,
    ghost,
    handle,
    mode,
    axes,
    setMode,
    setAxes,
    setGhost,
    begin: () => placeable && hold({ key: placeable.key, ghost: beginGhost(placeable.position, postures) }),
    end: () => hold(undefined),
  };
}
