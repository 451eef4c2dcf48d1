import { readyJoints } from '@cellwright/arm';
import type { Position } from '@cellwright/domain';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whatBlocksHandMotion } from '../../../api/hand-motion/blocked.ts';
import { goToSpeed } from '../../../api/hand-motion/go-to-speed.ts';
import { describeBlock, tellEnd } from '../../../api/hand-motion/hand-motion-words.ts';
import type { HeldMotionEvents } from '../../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../../api/hand-motion/use-held-motion.ts';
import { jointsAt } from '../../../api/target-joints.ts';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import { HoldButton } from '../../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showError } from '../../../ui/toasts.ts';
import styles from '../Editor.module.css';

/** Leads the arm to a target while the button is held, by a joint move; says why where it cannot. */
export function MoveHere({ position }: { readonly position: Position }) {
  const { t } = useTranslation();
  const runner = useRunner();
  const [heldBy, setHeldBy] = useState<string>();
  const events = useMemo<HeldMotionEvents>(
    () => ({ onHeldBy: setHeldBy, onEnd: (result, reason) => tellEnd(t, result, reason), onError: showError }),
    [t],
  );
  const motion = useHeldMotion(events);
  const block = useRobot(whatBlocksHandMotion);
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  const start = () => {
    const jointAngles = jointsAt(position, tcp, runner.frame?.q ?? readyJoints);
    if (jointAngles)
      motion.startMove({ kind: 'moveToJointSpacePoint', payload: { jointAngles, maxTooltipSpeed: goToSpeed } });
    else showError(new Error(t('editor.cannotReach')));
  };
  const reason = heldBy ?? (block && describeBlock(t, block));
  return (
    <>
      <HoldButton
        size="md"
        isDisabled={block !== undefined}
        testID="move-here"
        onStart={start}
        onEnd={() => motion.end()}
      >
        <IconPlayerTrackNext size={iconSizes.sm} aria-hidden />
        {t('editor.moveHere')}
      </HoldButton>
      {reason && (
        <p className={styles.moveReason} role="status">
          {reason}
        </p>
      )}
    </>
  );
}
