import type { WirePose } from '@cellwright/domain/robot';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findHandMotionBlock } from '../../api/hand-motion/blocked.ts';
import { describeStandstill } from '../../api/hand-motion/describe-standstill.ts';
import { showMotionEnd } from '../../api/hand-motion/hand-motion-words.ts';
import type { HeldMotionEvents } from '../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../api/hand-motion/use-held-motion.ts';
import { useStartTo } from '../../api/hand-motion/use-move-here.ts';
import { useRobot } from '../../api/use-robot.ts';
import { showError } from '../../ui/toasts.ts';
import { type JogPress, type JogSettings, planJog } from './jog-plan.ts';

/** Speed of a turn in place, slow enough to see and to stop in time: a share of the limits in %, and m/s. */
const slow = { motionSpeed: 20, maxTooltipSpeed: 0.15 };

/** Jogging and held moves of one screen. They end with the screen. */
export function useJog() {
  const { t } = useTranslation();
  const [settings, setSettings] = useState<JogSettings>({ mode: 'joint', speed: 2, step: undefined });
  const [press, setPress] = useState<JogPress>();
  const [heldBy, setHeldBy] = useState<string>();
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: setHeldBy,
      onEnd(result, reason) {
        setPress(undefined);
        showMotionEnd(t, result, reason);
      },
      onError(error) {
        setPress(undefined);
        showError(error);
      },
    }),
    [t],
  );
  const motion = useHeldMotion(events);
  const goTo = useStartTo(motion);
  const block = useRobot(findHandMotionBlock);
  return {
    settings,
    setSettings,
    press,
    block,
    /** Reason why jogging is blocked, or why the arm does not move although a button is held. */
    reason: describeStandstill(t, heldBy, block),
    start(next: JogPress, onLate: () => void) {
      setPress(next);
      const order = planJog(settings, next);
      if (order.how === 'velocity') motion.startJog(order.velocity, onLate);
      else motion.startMove(order.move, onLate);
    },
    end() {
      setPress(undefined);
      motion.end();
    },
    /** Moves to a position while its button is held. */
    goTo,
    /** Moves the tool along a line to a pose while its button is held; to one at the same place, it turns in place. */
    goAlongLine(pose: WirePose, onLate: () => void) {
      const payload = { pose, motionKind: 'line' as const, ...slow };
      motion.startMove({ kind: 'moveToCartesianSpacePose', payload }, onLate);
    },
  };
}

export type Jog = ReturnType<typeof useJog>;
