import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { ArmView } from '../../parts/arm-view/ArmView.tsx';
import type { ArmPlace, ArmSolid } from '../../parts/arm-view/arm-view-props.ts';
import { type BrokenDevice, findNextAction } from '../../parts/next-action.ts';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import styles from './Home.module.css';
import { NextButtons } from './NextButtons.tsx';
import { RunCard } from './RunCard.tsx';

// Step names need all step contracts: they load after the first screen.
const UnfinishedRuns = lazy(() => import('./UnfinishedRuns.tsx'));
const HomeDevices = lazy(() => import('./HomeDevices.tsx'));
const CellSolids = lazy(() => import('../../connected/cell-solids/CellSolids.tsx'));
const LastRuns = lazy(() => import('./LastRuns.tsx'));
const Notices = lazy(() => import('./Notices.tsx'));
const TryExample = lazy(() => import('./TryExample.tsx'));
const RecoveryGuide = lazy(() => import('./RecoveryGuide.tsx'));

/** Overview of the cell: the arm, the loaded routine and its run, the last runs, and the next action. */
export default function HomeScreen() {
  const { t } = useTranslation();
  const [solids, setSolids] = useState<readonly ArmSolid[]>([]);
  const [places, setPlaces] = useState<readonly ArmPlace[]>();
  const [broken, setBroken] = useState<BrokenDevice>();
  const action = useRobot(({ state }) => findNextAction(state));
  const { tcp, toolBoxes, shown, isStale } = useRobot(({ state, isStale }) => ({
    tcp: state?.tool.tcp,
    toolBoxes: state?.tool.collisionBoxes,
    shown: state?.visualization,
    isStale,
  }));
  return (
    <div className={styles.screen}>
      <ScreenTitle>{t('nav.home')}</ScreenTitle>
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
          places={places}
          shown={shown}
          isStale={isStale}
        />
      </div>
      <div className={styles.cards}>
        <Suspense>
          <RecoveryGuide onPlaces={setPlaces} />
        </Suspense>
        <RunCard broken={broken} />
        <Suspense>
          <HomeDevices onBroken={setBroken} />
        </Suspense>
        <Suspense>
          <TryExample />
        </Suspense>
        <Suspense>
          <UnfinishedRuns />
        </Suspense>
        <Suspense>
          <Notices />
        </Suspense>
        <Suspense>
          <LastRuns />
        </Suspense>
      </div>
      <NextButtons action={action} broken={broken} />
    </div>
  );
}
