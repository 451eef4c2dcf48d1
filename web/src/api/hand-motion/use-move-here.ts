import { readyJoints } from '@cellwright/arm';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/hand-motion.ts';
import type { MoveHere } from '../../parts/MoveHereButton.tsx';
import { showError } from '../../ui/toasts.ts';
import { jointsAt } from '../target-joints.ts';
import { useRobot, useRunner } from '../use-robot.ts';
import { findHandMotionBlock } from './blocked.ts';
import { describeStandstill } from './describe-standstill.ts';
import { showMotionEnd } from './hand-motion-words.ts';
import type { HeldMotion, HeldMotionEvents } from './held-motion.ts';
import { useHeldMotion } from './use-held-motion.ts';

/** Speed of the tool on the way to a position, m/s: slow enough to see and to stop in time. */
const speedThere = 0.15;

/**
 * Returns a function that starts a held joint move to a position, and shows an error if the position is out of reach.
 */
export function useStartTo(motion: HeldMotion): MoveHere['start'] {
  const { t } = useTranslation();
  const runner = useRunner();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  return useCallback(
    (position, onLate) => {
      const jointAngles = jointsAt(position, tcp, runner.frame?.q ?? readyJoints);
      if (!jointAngles) return showError(new Error(t('move.cannotReach')));
      const payload = { jointAngles, maxTooltipSpeed: speedThere };
      motion.startMove({ kind: 'moveToJointSpacePoint', payload }, onLate);
    },
    [motion, runner, tcp, t],
  );
}

/** Moves the arm to positions, on screens that have no other manual motion. */
export function useMoveHere(): MoveHere {
  const { t } = useTranslation();
  const [heldBy, setHeldBy] = useState<string>();
  const events = useMemo<HeldMotionEvents>(
    () => ({ onHeldBy: setHeldBy, onEnd: (result, reason) => showMotionEnd(t, result, reason), onError: showError }),
    [t],
  );
  const motion = useHeldMotion(events);
  const start = useStartTo(motion);
  const block = useRobot(findHandMotionBlock);
  return {
    reason: describeStandstill(t, heldBy, block),
    isBlocked: block !== undefined,
    start,
    end: () => motion.end(),
  };
}
