import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cell } from '../../api/cell.ts';
import type { ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { useProgramObstacles, useSolids } from './use-solids.ts';

const none: [] = [];

interface Props {
  /** Called with everything around the arm that is checked for collision, except what steps show. */
  onSolids(solids: readonly ArmSolid[]): void;
}

/** Reads the obstacles of the cell for a picture. Renders nothing itself, and loads after the picture. */
export default function CellSolids({ onSolids }: Props) {
  const { data } = useQuery({
    queryKey: ['globalSpace', 'scene'],
    queryFn: ({ signal }) => cell.globalSpace.find({ limit: 1000, sort: 'name' }, signal),
  });
  const solids = useSolids(data?.items ?? none, useProgramObstacles(), undefined);
  useEffect(() => onSolids(solids), [onSolids, solids]);
  return null;
}
