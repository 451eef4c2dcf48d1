import '../../i18n/jog.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { AlignTool } from '../../connected/jog/AlignTool.tsx';
import { useAlignGhosts } from '../../connected/jog/align-ghost.ts';
import { BrakesSwitch } from '../../connected/jog/BrakesSwitch.tsx';
import { GoTo } from '../../connected/jog/GoTo.tsx';
import { GuidedButton } from '../../connected/jog/GuidedButton.tsx';
import styles from '../../connected/jog/Jog.module.css';
import { JogPanel } from '../../connected/jog/JogPanel.tsx';
import { ToolFacts } from '../../connected/jog/ToolFacts.tsx';
import { useJog } from '../../connected/jog/use-jog.ts';
import { WayOutPanel } from '../../connected/jog/WayOutPanel.tsx';
import { ArmView } from '../../parts/arm-view/ArmView.tsx';
import type { ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { TeachButton } from './TeachButton.tsx';

const CellSolids = lazyScreen(() => import('../../connected/cell-solids/CellSolids.tsx'));

/** Manual motion: jog, go to, guided mode. */
export default function MoveScreen() {
  const { t } = useTranslation();
  const jog = useJog();
  const [solids, setSolids] = useState<readonly ArmSolid[]>([]);
  const { tcp, toolBoxes, fingerWidths, shown, isStale } = useRobot((status) => ({
    tcp: status.state?.tool.tcp,
    toolBoxes: status.state?.tool.collisionBoxes,
    fingerWidths: status.state?.fingerWidths,
    shown: status.state?.visualization,
    isStale: status.isStale,
  }));
  const isDisabled = jog.block !== undefined;
  const {
    press,
    settings: { mode },
  } = jog;
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
            fingerWidths={fingerWidths}
            ghosts={useAlignGhosts()}
            solids={solids}
            shown={shown}
            isStale={isStale}
            highlight={mode === 'joint' ? press?.axis : undefined}
            axis={mode !== 'joint' && press ? { frame: mode, index: press.axis % 3 } : undefined}
            showsJointNumbers
          />
        </div>
        <WayOutPanel />
        <ToolFacts />
        <div className={styles.actions}>
          <BrakesSwitch block={jog.block} />
          <GuidedButton isDisabled={isDisabled} />
          <GoTo isDisabled={isDisabled} onStart={jog.goTo} onEnd={jog.end} />
          <AlignTool jog={jog} />
          <TeachButton isNext={!isDisabled} />
        </div>
      </div>
      <JogPanel
        settings={jog.settings}
        press={jog.press}
        reason={jog.reason}
        isDisabled={isDisabled}
        onSettings={jog.setSettings}
        onStart={jog.start}
        onEnd={jog.end}
      />
    </div>
  );
}
