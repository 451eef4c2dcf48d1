import type { SpaceItem } from '@cellwright/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useJointSource, useRobot } from '../../../api/use-robot.ts';
import { ArmView } from '../../../ui/arm-view/ArmView.tsx';
import { argsOf } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** The arm as it stands, and as a ghost where the selected step leads it. */
export function TargetView() {
  const { t } = useTranslation();
  const { session, selection, spaceItems } = useEditor();
  const { tcp, isStale } = useRobot((status) => ({ tcp: status.state?.tool.tcp, isStale: status.isStale }));
  const { routine } = session;
  const ghosts = useMemo(
    () =>
      [...selection.ids].flatMap((id) => {
        const joints = targetJoints(argsOf(routine, id), spaceItems);
        return joints ? [{ id, joints }] : [];
      }),
    [routine, selection.ids, spaceItems],
  );
  return (
    <section className={styles.view} aria-label={t('editor.view')}>
      <ArmView source={useJointSource()} tcp={tcp} ghosts={ghosts} isStale={isStale} />
    </section>
  );
}

type Args = Readonly<Record<string, unknown>>;

/** The joint angles that a step's arguments name, if they do. */
function targetJoints({ positionListID, positionListIndex, target }: Args, items: readonly SpaceItem[]) {
  const item = items.find(({ id }) => id === positionListID);
  const index = typeof positionListIndex === 'number' ? positionListIndex : 0;
  const joints: unknown = item ? item.positions[index]?.jointAngles : Reflect.get(Object(target), 'jointAngles');
  return Array.isArray(joints) ? joints.map(Number) : undefined;
}
