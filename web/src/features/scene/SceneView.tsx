import type { WirePose } from '@cellwright/domain/robot';
import type { SpaceItem } from '@cellwright/domain/space';
import { Switch } from '@mantine/core';
import { type RefObject, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../api/arm-model.ts';
import { useArmBase, useJointSource, useRobot } from '../../api/use-robot.ts';
import { type ProgramObstacle, useSolids } from '../../connected/cell-solids/use-solids.ts';
import { useAlignGhosts } from '../../connected/jog/align-ghost.ts';
import { ArmView } from '../../parts/arm-view/ArmView.tsx';
import type { ArmGhost, PoseHandleProps } from '../../parts/arm-view/arm-view-props.ts';
import { placesOf } from '../../parts/space-items/places.ts';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { Segments } from '../../ui/Segments.tsx';
import type { PoseTarget } from './pose-target.ts';
import styles from './Scene.module.css';
import type { MovedPoint } from './use-moved-point.ts';

const PlacePanel = lazyScreen(() => import('../../connected/place/PlacePanel.tsx'));

const noGhosts: readonly ArmGhost[] = [];

interface Props {
  readonly items: readonly SpaceItem[];
  readonly programs: readonly ProgramObstacle[];
  readonly chosenID: string | undefined;
  readonly mayEdit: boolean;
  readonly target: RefObject<PoseTarget | undefined>;
  readonly moved: MovedPoint;
  onChoose(id: string): void;
}

/** The arm and its obstacles, with handles on the chosen one. */
export function SceneView({ items, programs, chosenID, mayEdit, target, moved, onChoose }: Props) {
  const { t } = useTranslation('scene');
  const { tcp, toolBoxes, fingerWidths, shown, isStale } = useRobot(({ state, isStale }) => ({
    tcp: state?.tool.tcp,
    toolBoxes: state?.tool.collisionBoxes,
    fingerWidths: state?.fingerWidths,
    shown: state?.visualization,
    isStale,
  }));
  const [mode, setMode] = useState<PoseHandleProps['mode']>('translate');
  const [showsCollision, setShowsCollision] = useState(false);
  const places = useMemo(() => placesOf(items, chosenID), [items, chosenID]);
  const solids = useSolids(items, programs, chosenID);
  // A pallet is level on its corner: it is taught or typed, not rotated by handles.
  const isPallet = items.some(({ id, kind }) => id === chosenID && (kind === 'palletBase' || kind === 'palletBoxes'));
  const pose = isPallet ? undefined : solids.find(({ isChosen }) => isChosen)?.pose;
  const objectHandle = useMemo(
    () =>
      pose &&
      mayEdit && {
        pose,
        mode,
        onDrag: (next: WirePose) => target.current?.drag(next),
        onDrop: (next: WirePose) => target.current?.drop(next),
      },
    [pose, mayEdit, mode, target],
  );
  const { ghost, handle: pointHandle } = moved.move;
  const touching = moved.check.data?.links;
  const ghosts = useMemo(
    () => (ghost?.joints ? [{ id: 'placed', joints: ghost.joints, touching }] : noGhosts),
    [ghost?.joints, touching],
  );
  const aligned = useAlignGhosts();
  const handle = pointHandle ?? objectHandle;
  return (
    <section className={styles.view} data-testid="scene-view" aria-label={t('view')}>
      <div className={styles.tools}>
        {objectHandle && (
          <Segments<PoseHandleProps['mode']>
            label={t('handles')}
            choices={[
              { value: 'translate', label: t('moveIt') },
              { value: 'rotate', label: t('turnIt') },
            ]}
            value={mode}
            onChange={setMode}
          />
        )}
        <Switch
          size="md"
          classNames={{ root: styles.switch, body: styles.switch }}
          label={t('collisionShapes')}
          checked={showsCollision}
          onChange={({ currentTarget: { checked } }) => setShowsCollision(checked)}
        />
      </div>
      <div className={styles.picture}>
        <ArmView
          source={useJointSource()}
          model={useArmModel()}
          base={useArmBase()}
          tcp={tcp}
          toolBoxes={toolBoxes}
          fingerWidths={fingerWidths}
          ghosts={ghost ? ghosts : aligned}
          places={places}
          solids={solids}
          shown={shown}
          {...(handle && { handle })}
          showsCollision={showsCollision}
          isStale={isStale}
          onChooseSolid={onChoose}
        />
        {ghost && (
          <Suspense>
            <PlacePanel name={moved.name} move={moved.move} ghost={ghost} check={moved.check} onSave={moved.save} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
