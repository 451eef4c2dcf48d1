import type { CellEnvironment } from '@cellwright/steps/contracts';
import { useMemo } from 'react';
import { useCellEnvironment } from '../../../api/use-cell-environment.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { listMounted, withMounted } from './mounted-tools.ts';

/** Returns the cell that the routine is checked against, with which of its tools are on the flange. */
export function useEditorCell(): CellEnvironment {
  const cell = useCellEnvironment();
  const mounted = useRobot(({ state }) => state && listMounted(state.tool));
  return useMemo(() => withMounted(cell, mounted), [cell, mounted]);
}
