import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { ArmView } from '../../parts/arm-view/ArmView.tsx';
import type { ArmPlace, ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { type BrokenDevice, findNextAction } from '../../parts/next-action.ts';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { FramePart } from '../../ui/FramePart.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import styles from './Home.module.css';
import { NextButtons } from './NextButtons.tsx';
import { RunCard } from './RunCard.tsx';

// Step names need all step contracts: they load after the first screen.
const UnfinishedRuns = lazyScreen(() => import('./UnfinishedRuns.tsx'));
const HomeDevices = lazyScreen(() => import('./HomeDevices.tsx'));
const CellSolids = lazyScreen(() => import('../../connected/cell-solids/CellSolids.tsx'));
const LastRuns = lazyScreen(() => import('./LastRuns.tsx'));
const Notices = lazyScreen(() => import('./Notices.tsx'));
const TryExample = lazyScreen(() => import('./TryExample.tsx'));
const RecoveryGuide = lazyScreen(() => import('./RecoveryGuide.tsx'));

/** Overview of the cell: the arm, the loaded routine and its run, the last runs, and the next action. */
export default function HomeScreen() {
  const { t } = useTranslation();
  const [solids, setSolids] = useState<readonly ArmSolid[]>([]);
  const [places, setPlaces] = useState<readonly ArmPlace[]>();
  const [broken, setBroken] = useState<BrokenDevice>();
  const action = useRobot(({ state }) => findNextAction(state));
  const { tcp, toolBoxes, fingerWidths, shown, isStale } = useRobot(({ state, isStale }) => ({
    tcp: state?.tool.tcp,
    toolBoxes: state?.tool.collisionBoxes,
    fingerWidths: state?.fingerWidths,
    shown: state?.visualization,
    isStale,
  }));
  return (
    <div className={styles.screen}>
      <ScreenTitle>{t('nav.home')}</ScreenTitle>
      <div className={styles.view}>
        <FramePart>
          <CellSolids onSolids={setSolids} />
        </FramePart>
        <ArmView
          source={useJointSource()}
          model={useArmModel()}
          base={useArmBase()}
          tcp={tcp}
          toolBoxes={toolBoxes}
          fingerWidths={fingerWidths}
          solids={solids}
          places={places}
          shown={shown}
          isStale={isStale}
        />
      </div>
      <div className={styles.cards}>
        <FramePart>
          <RecoveryGuide onPlaces={setPlaces} />
        </FramePart>
        <RunCard broken={broken} />
        <FramePart>
          <HomeDevices onBroken={setBroken} />
        </FramePart>
        <FramePart>
          <TryExample />
        </FramePart>
        <FramePart>
          <UnfinishedRuns />
        </FramePart>
        <FramePart>
          <Notices />
        </FramePart>
        <FramePart>
          <LastRuns />
        </FramePart>
      </div>
      <NextButtons action={action} broken={broken} />
    </div>
  );
}
