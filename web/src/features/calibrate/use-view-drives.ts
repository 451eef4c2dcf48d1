import { restPoseFromTool0 } from '@cellwright/arm';
import { checkPosture } from '@cellwright/calls';
import type { WirePose } from '@cellwright/domain/robot';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import type { HeldMotionEvents } from '../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../api/hand-motion/use-held-motion.ts';
import { jointsAt } from '../../api/target-joints.ts';
import { useRobotKind, useRunner } from '../../api/use-robot.ts';
import { showError } from '../../ui/toasts.ts';
import { type DriveDeps, ViewDrive } from './view-drive.ts';

/** Speed of the tool between views, m/s. */
const speed = 0.15;

export type ViewDrives = ReturnType<typeof useViewDrives>;

/** Drives of the arm between views, one at a time, each while its button is held. */
export function useViewDrives() {
  const { t } = useTranslation('calibrate');
  const robotKind = useRobotKind();
  const runner = useRunner();
  const [heldBy, setHeldBy] = useState<string>();
  /** The drive whose button is held, or was held last. */
  const held = useRef<ViewDrive>(undefined);
  const onLate = useRef<() => void>(() => undefined);
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: setHeldBy,
      onEnd: (result, reason) => held.current?.end(reason ?? result),
      onError(error) {
        held.current?.end('Interrupted');
        showError(error);
      },
    }),
    [],
  );
  const motion = useHeldMotion(events);
  return {
    heldBy,
    create: (flanges: readonly WirePose[], own: Pick<DriveDeps, 'capture' | 'onChange'>) =>
      new ViewDrive(flanges, {
        ...own,
        findJoints: (flange) => jointsAt({ pose: restPoseFromTool0(flange) }, undefined, runner.frame?.q ?? []),
        async findCollision(joints) {
          const { collisions } = await cell.call(checkPosture, { robotKind, joints });
          return collisions[0];
        },
        startMove: (jointAngles) =>
          motion.startMove(
            { kind: 'moveToJointSpacePoint', payload: { jointAngles, maxTooltipSpeed: speed } },
            onLate.current,
          ),
        endMove: () => motion.end(),
        words: { outOfReach: t('outOfReach') },
      }),
    hold(drive: ViewDrive | undefined, late: () => void) {
      held.current = drive;
      onLate.current = late;
      drive?.hold();
    },
  };
}
