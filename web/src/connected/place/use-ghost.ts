import type { Position } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import { useCallback, useMemo, useState } from 'react';
import { usePostures } from '../../api/use-postures.ts';
import { useArmBase } from '../../api/use-robot.ts';
import type { PoseHandleProps } from '../../parts/arm-view/arm-view-props.ts';
import { beginGhost, type Ghost, inBase, inWorld, moveGhost } from './ghost.ts';

type Axes = NonNullable<PoseHandleProps['axes']>;

export type GhostMove = ReturnType<typeof useGhost>;

/**
 * State of moving a position in the picture without the arm: a ghost, its handles, and what they do.
 * @param key identity of the position that can be moved; another key ends the move
 */
export function useGhost(key: string | undefined) {
  const postures = usePostures();
  const base = useArmBase() ?? identityPose;
  const [held, hold] = useState<{ readonly key: string; readonly ghost: Ghost }>();
  const [mode, setMode] = useState<PoseHandleProps['mode']>('translate');
  const [axes, setAxes] = useState<Axes>('base');
  const ghost = held && held.key === key ? held.ghost : undefined;
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
  const begin = useCallback(
    (of: string, position: Position) => hold({ key: of, ghost: beginGhost(position, postures) }),
    [postures],
  );
  return {
    postures,
    ghost,
    handle,
    mode,
    axes,
    setMode,
    setAxes,
    setGhost,
    begin,
    end: () => hold(undefined),
  };
}
