import type { RobotKind, WirePose } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { programObstacles } from '../../api/planning-scene.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import type { ProgramObstacle } from '../../connected/cell-solids/use-solids.ts';
import { PoseFields } from '../../parts/positions/PoseFields.tsx';
import { Section } from '../../ui/Page.tsx';
import { showError, showUndo } from '../../ui/toasts.ts';
import type { PoseTarget } from './pose-target.ts';
import styles from './Scene.module.css';

interface Props {
  readonly obstacle: ProgramObstacle;
  readonly robotKind: RobotKind;
  readonly mayEdit: boolean;
  readonly target: RefObject<PoseTarget | undefined>;
  onShow(obstacle: ProgramObstacle): void;
}

/** Obstacle that a program added to the motion planner: its pose, and its removal. */
export function ProgramEditor({ obstacle, robotKind, mayEdit, target, onShow }: Props) {
  const { t } = useTranslation('scene');
  const queries = useQueryClient();
  const length = useLengthUnit();
  const { name, pose, shape } = obstacle;
  const make = async (change: Promise<unknown>, said: string, takeBack: () => Promise<unknown>) => {
    try {
      await change;
      showUndo(said, t('undo'), () => void takeBack().then(refresh, showError));
    } catch (refusal) {
      showError(refusal);
    }
    await refresh();
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['planningScene'] });
  const move = (next: WirePose) => {
    onShow({ ...obstacle, pose: next });
    const change = programObstacles.move(robotKind, name, next);
    void make(change, t('moved', { name }), () => programObstacles.move(robotKind, name, pose));
  };
  const remove = () => {
    if (shape.kind === 'file') return;
    const change = programObstacles.remove(robotKind, name);
    void make(change, t('removed', { name }), () => programObstacles.add(robotKind, { ...obstacle, shape }));
  };
  useEffect(() => {
    if (!mayEdit) return;
    target.current = { drag: (next) => onShow({ ...obstacle, pose: next }), drop: move };
    return () => {
      target.current = undefined;
    };
  });
  return (
    <Section title={name}>
      <div className={styles.fields}>
        <p className={styles.muted}>{t(obstacle.isLoose ? 'looseHelp' : 'programHelp')}</p>
        <PoseFields pose={pose} length={length} isDisabled={!mayEdit} onChange={move} />
        <div className={styles.end}>
          <span className={styles.muted}>{t(`shapes.${shape.kind}`)}</span>
          <Button size="md" variant="default" disabled={!mayEdit} onClick={remove}>
            {t('remove')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
