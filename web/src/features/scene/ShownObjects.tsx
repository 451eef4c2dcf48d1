import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { programObstacles, readPlanningScene } from '../../api/planning-scene.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './Scene.module.css';

/** Objects that routines placed and left: the arm avoids those that stand on a pallet until they are removed. */
export function ShownObjects() {
  const { t } = useTranslation('scene');
  const robotKind = useRobotKind();
  const queries = useQueryClient();
  const { command, pending } = useCommand();
  const { count, isRunning, mayClear } = useRobot(({ state, admission }) => ({
    mayClear: admission?.permissions.includes('connectToRobot') ?? true,
    count: Object.keys(state?.visualization ?? {}).length,
    isRunning: state?.kind === 'RoutineRunning',
  }));
  const { data } = useQuery({
    // The count changes with each object; the query then reads the names again.
    queryKey: ['planningScene', robotKind, 'boxes', count],
    queryFn: ({ signal }) => readPlanningScene(robotKind, signal),
    placeholderData: (before) => before,
  });
  const remove = useMutation({
    mutationFn: (name: string) => programObstacles.remove(robotKind, name),
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['planningScene'] }),
  });
  if (count === 0) return null;
  const boxes = data?.obstacles.filter(({ palletBox }) => palletBox !== undefined) ?? [];
  return (
    <section aria-label={t('fromRoutines')} data-testid="shown-objects">
      <div className={styles.shown}>
        <h2 className={styles.group}>{t('fromRoutines')}</h2>
        <Button
          {...guarded('clearVisualization')}
          size="md"
          variant="default"
          disabled={!mayClear || isRunning}
          loading={pending === 'clearVisualization'}
          onClick={() => void command('clearVisualization', {})}
        >
          {t('clearObjects', { count })}
        </Button>
      </div>
      <ul className={styles.boxes}>
        {boxes.map(({ name }) => (
          <li key={name} className={styles.shown}>
            <span>{name}</span>
            <ActionIcon
              {...guarded(`remove ${name}`)}
              size="xl"
              variant="subtle"
              aria-label={`${t('remove')} ${name}`}
              disabled={!mayClear || isRunning || remove.isPending}
              onClick={() => remove.mutate(name)}
            >
              <IconTrash size={iconSizes.sm} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
