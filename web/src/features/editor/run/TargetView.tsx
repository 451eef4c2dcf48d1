import { readyJoints } from '@cellwright/arm';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { jointsAt } from '../../../api/target-joints.ts';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import { useJointSource, useRobot, useRunner } from '../../../api/use-robot.ts';
import { ArmView } from '../../../ui/arm-view/ArmView.tsx';
import { argsOf } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { placesOf, targetOf } from './targets.ts';

/** The arm as it stands, as a ghost where the selected steps lead it, and the space items by name. */
export function TargetView() {
  const { t } = useTranslation();
  const { session, selection, spaceItems } = useEditor();
  const runner = useRunner();
  const { tcp, isStale } = useRobot((status) => ({ tcp: status.state?.tool.tcp, isStale: status.isStale }));
  const { routine } = session;
  const targets = useMemo(
    () =>
      [...selection.ids].flatMap((id) => {
        const position = targetOf(argsOf(routine, id), spaceItems);
        return position ? [{ id, position }] : [];
      }),
    [routine, selection.ids, spaceItems],
  );
  const ghosts = useMemo(
    () =>
      targets.flatMap(({ id, position }) => {
        // Seen from how the arm stands as the step is chosen: a ghost that changed its posture while the arm moves would confuse.
        const joints = jointsAt(position, tcp, runner.frame?.q ?? readyJoints);
        return joints ? [{ id, joints }] : [];
      }),
    [targets, tcp, runner],
  );
  const places = useMemo(
    () => placesOf(spaceItems, new Set(targets.map(({ position }) => position)), (joints) => toolPoseOf(joints, tcp)),
    [spaceItems, targets, tcp],
  );
  return (
    <section className={styles.view} aria-label={t('editor.view')}>
      <ArmView source={useJointSource()} tcp={tcp} ghosts={ghosts} places={places} isStale={isStale} />
    </section>
  );
}
