import { readyJoints } from '@cellwright/arm';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../../api/arm-model.ts';
import { jointsAt } from '../../../api/target-joints.ts';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import { useArmBase, useJointSource, useRobot, useRunner } from '../../../api/use-robot.ts';
import { useProgramObstacles, useSolids } from '../../../connected/cell-solids/use-solids.ts';
import { useAlignGhosts } from '../../../connected/jog/align-ghost.ts';
import type { Ghost } from '../../../connected/place/ghost.ts';
import { usePostureCheck } from '../../../connected/place/use-posture-check.ts';
import { ArmView } from '../../../parts/arm-view/ArmView.tsx';
import type { ArmGhost } from '../../../parts/arm-view/arm-view-props.ts';
import { placesOf as placesOfItems } from '../../../parts/space-items/places.ts';
import { argsOf } from '../../../parts/step-index.ts';
import { targetOf } from '../../../parts/target-of.ts';
import { lazyScreen } from '../../../ui/lazy-screen.ts';
import { PaneDivider, usePaneWidth } from '../../../ui/PaneDivider.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { PlaceTools } from '../place/PlaceTools.tsx';
import { usePlacing } from '../place/use-placing.ts';
import { useDryRunState } from '../session/use-dry-run-playback.ts';
import { markFindings } from './mark-findings.ts';
import { placesOf } from './targets.ts';
import { useDrawnPaths } from './use-drawn-paths.ts';

const DryRunBar = lazyScreen(() => import('./DryRunBar.tsx'));

/** Returns the ghost arm of a position that is being moved. */
function placedGhosts({ joints }: Ghost, touching: readonly string[] | undefined): readonly ArmGhost[] {
  return joints ? [{ id: 'placed', joints, touching }] : [];
}

/**
 * 3D view with the arm or a played dry run, its obstacles, ghosts at the targets of the selected steps, the path of its tool, and named
 * space items.
 */
export function TargetView() {
  const { t } = useTranslation();
  const { session, selection, spaceItems, taught, proof, dryRun } = useEditor();
  const { played } = dryRun;
  const playedState = useDryRunState(played);
  const playedSource = useMemo(() => played?.playback.source, [played]);
  const runner = useRunner();
  const { tcp, toolBoxes, fingerWidths, shown, isStale } = useRobot(({ state, isStale }) => ({
    tcp: state?.tool.tcp,
    toolBoxes: state?.tool.collisionBoxes,
    fingerWidths: state?.fingerWidths,
    shown: state?.visualization,
    isStale,
  }));
  const arm = useJointSource();
  const base = useArmBase();
  const { routine } = session;
  const targets = useMemo(
    () =>
      [...selection.ids].flatMap((id) => {
        const position = targetOf(argsOf(routine, id), spaceItems, base);
        return position ? [{ id, position }] : [];
      }),
    [routine, selection.ids, spaceItems, base],
  );
  const ghosts = useMemo(
    () =>
      targets.flatMap(({ id, position }) => {
        // Uses the posture at the time of the selection: a ghost that changed its posture while the arm moves would
        // confuse.
        const joints = jointsAt(position, tcp, runner.frame?.q ?? readyJoints);
        return joints ? [{ id, joints }] : [];
      }),
    [targets, tcp, runner],
  );
  const places = useMemo(() => {
    const others = spaceItems.filter(({ id }) => id !== taught?.id);
    const chosen = new Set(targets.map(({ position }) => position));
    return [
      ...(taught ? placesOfItems([taught], taught.id) : []),
      ...placesOf(others, chosen, (joints) => toolPoseOf(joints, tcp)),
    ];
  }, [spaceItems, taught, targets, tcp]);
  const { isOld, worstByStep } = proof;
  const paths = useDrawnPaths(tcp, base);
  const marks = useMemo(
    () =>
      isOld
        ? []
        : markFindings({
            routine,
            worstByStep,
            items: spaceItems,
            armBase: base,
            poseOfJoints: (joints) => toolPoseOf(joints, tcp),
          }),
    [isOld, routine, worstByStep, spaceItems, base, tcp],
  );
  const marked = useMemo(() => [...marks, ...places], [marks, places]);
  const items = useMemo(
    () => (taught ? [taught, ...spaceItems.filter(({ id }) => id !== taught.id)] : spaceItems),
    [spaceItems, taught],
  );
  const solids = useSolids(items, useProgramObstacles(), taught?.id);
  const placing = usePlacing();
  const check = usePostureCheck(placing.move.ghost?.joints);
  const touching = check.data?.links;
  const aligned = useAlignGhosts();
  const stepGhosts = placing.move.ghost ? placedGhosts(placing.move.ghost, touching) : ghosts;
  const shownGhosts = aligned.length > 0 ? aligned : stepGhosts;
  const pane = usePaneWidth('editor.view');
  return (
    <section
      className={styles.view}
      aria-label={t('editor.view')}
      style={pane.width === undefined ? undefined : { flexBasis: pane.width, flexGrow: 0 }}
    >
      <PaneDivider label={t('editor.panes.view')} {...pane} min={280} max={1400} />
      <div className={styles.picture}>
        <ArmView
          source={playedSource ?? arm}
          model={useArmModel()}
          base={playedState?.base ?? base}
          tcp={tcp}
          toolBoxes={toolBoxes}
          fingerWidths={played ? playedState?.fingerWidths : fingerWidths}
          ghosts={shownGhosts}
          places={marked}
          paths={paths}
          solids={solids}
          shown={shown}
          isStale={isStale && !played}
          {...(!played && placing.move.handle && { handle: placing.move.handle })}
        />
        {!played && <PlaceTools placing={placing} check={check} />}
      </div>
      {played && (
        <Suspense>
          <DryRunBar played={played} onClose={dryRun.close} />
        </Suspense>
      )}
    </section>
  );
}
