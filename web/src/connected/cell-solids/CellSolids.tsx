import { useEffect } from 'react';
import { useSpaceItems } from '../../api/use-space-items.ts';
import type { ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { useProgramObstacles, useSolids } from './use-solids.ts';

const none: [] = [];

interface Props {
  /** Called with everything around the arm: what is checked for collision, except what steps show, and loose parts. */
  onSolids(solids: readonly ArmSolid[]): void;
}

/** Reads the obstacles of the cell for a picture. Renders nothing itself, and loads after the picture. */
export default function CellSolids({ onSolids }: Props) {
  const { data } = useSpaceItems();
  const solids = useSolids(data?.items ?? none, useProgramObstacles(), undefined);
  useEffect(() => onSolids(solids), [onSolids, solids]);
  return null;
}
