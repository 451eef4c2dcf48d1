import '../../i18n/jog.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { whatBlocksHandMotion } from '../../api/hand-motion/blocked.ts';
import { describeBlock, tellEnd } from '../../api/hand-motion/hand-motion-words.ts';
import type { HeldMotionEvents } from '../../api/hand-motion/held-motion.ts';
import { useHeldMotion } from '../../api/hand-motion/use-held-motion.ts';
import { useStartTo } from '../../api/hand-motion/use-move-here.ts';
import { useCommand } from '../../api/use-command.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { ArmView } from '../../parts/arm-view/ArmView.tsx';
import type { ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { BrakesButton } from '../../parts/BrakesButton.tsx';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { showError } from '../../ui/toasts.ts';
import { GoTo } from './GoTo.tsx';
import { GuidedButton } from './GuidedButton.tsx';
import styles from './Jog.module.css';
import { JogPanel } from './JogPanel.tsx';
import { type JogPress, type JogSettings, planJog } from './jog-plan.ts';
import { TeachButton } from './TeachButton.tsx';
import { ToolFacts } from './ToolFacts.tsx';
import { WayOutPanel } from './WayOutPanel.tsx';

const CellSolids = lazy(() => import('../../connected/cell-solids/CellSolids.tsx'));

/** Moving the arm by hand: jog, go to, guided mode. */
export default function MoveScreen() {
  const { t } = useTranslation();
  const [settings, setSettings] = useState<JogSettings>({ mode: 'joint', speed: 2, step: undefined });
  const [press, setPress] = useState<JogPress>();
  const [heldBy, setHeldBy] = useState<string>();
  const [solids, setSolids] = useState<readonly ArmSolid[]>([]);
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: setHeldBy,
      onEnd(result, reason) {
        setPress(undefined);
        tellEnd(t, result, reason);
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
  const { command, pending } = useCommand();
  const block = useRobot(whatBlocksHandMotion);
  const { brakes, tcp, toolBoxes, shown, isStale } = useRobot((status) => ({
    brakes: status.state?.brakes,
    tcp: status.state?.tool.tcp,
    toolBoxes: status.state?.tool.collisionBoxes,
    shown: status.state?.visualization,
    isStale: status.isStale,
  }));
  // Engaging the brakes is a stop: it needs neither control nor a robot at rest.
  const cannotStop = block?.why === 'notConnected' || block?.why === 'noPermission';
  const start = (next: JogPress, onLate: () => void) => {
    setPress(next);
    const order = planJog(settings, next);
    if (order.how === 'velocity') motion.startJog(order.velocity, onLate);
    else motion.startMove(order.move, onLate);
  };
  const end = () => {
    setPress(undefined);
    motion.end();
  };
  return (
    <div className={styles.screen}>
      <ScreenTitle>{t('nav.move')}</ScreenTitle>
      <div className={styles.left}>
        <div className={styles.view}>
          <Suspense>
            <CellSolids onSolids={setSolids} />
          </Suspense>
          <ArmView
            source={useJointSource()}
            model={useArmModel()}
            base={useArmBase()}
            tcp={tcp}
            toolBoxes={toolBoxes}
            solids={solids}
            shown={shown}
            isStale={isStale}
            highlight={settings.mode === 'joint' ? press?.axis : undefined}
            showsJointNumbers
          />
        </div>
        <WayOutPanel />
        <ToolFacts />
        <div className={styles.actions}>
          <BrakesButton
            brakes={brakes}
            isWaiting={pending === 'setBrakes'}
            isDisabled={brakes === 'disengaged' ? cannotStop : block !== undefined && block.why !== 'brakesFirst'}
            onSet={(state) => void command('setBrakes', { state })}
          />
          <GuidedButton isDisabled={block !== undefined} />
          <GoTo isDisabled={block !== undefined} onStart={goTo} onEnd={end} />
          <TeachButton isNext={block === undefined} />
        </div>
      </div>
      <JogPanel
        settings={settings}
        press={press}
        reason={heldBy ?? (block && describeBlock(t, block))}
        isDisabled={block !== undefined}
        onSettings={setSettings}
        onStart={start}
        onEnd={end}
      />
    </div>
  );
}
