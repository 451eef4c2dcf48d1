import { readyJoints } from '@cellwright/arm';
import type { WirePose } from '@cellwright/domain/robot';
import { useDeferredValue, useMemo } from 'react';
import type { ArmPath } from '../../../parts/arm-view/arm-view-props.ts';
import { useEditor } from '../editor-context.ts';
import { plannedPath, withClearances } from './planned-path.ts';
import { seamPaths } from './seam-paths.ts';

/**
 * Returns the path through the targets of the routine, with the clearances of its dry run, and the seams of the chosen welds.
 * @param base pose of the arm's base in the world
 */
export function useDrawnPaths(tcp: WirePose | undefined, base: WirePose | undefined): readonly ArmPath[] {
  const { session, selection, spaceItems: items, proof } = useEditor();
  const { isOld, report } = proof;
  // While the user types, paths may be updated later.
  const routine = useDeferredValue(session.routine);
  const chosen = selection.ids;
  const paths = useMemo(
    () => plannedPath({ routine, items, tcp, armBase: base, from: readyJoints, chosen }),
    [routine, items, tcp, base, chosen],
  );
  const coloured = useMemo(() => withClearances(paths, isOld ? undefined : report), [paths, isOld, report]);
  const seams = useMemo(
    () => seamPaths({ routine, items, tcp, armBase: base, chosen }),
    [routine, items, tcp, base, chosen],
  );
  return useMemo(() => [...coloured, ...seams], [coloured, seams]);
}
