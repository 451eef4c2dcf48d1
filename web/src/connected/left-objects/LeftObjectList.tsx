import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import '../../i18n/left-objects.ts';
import { useMayOperate } from '../../api/cell.ts';
import { programObstacles, readPlanningScene } from '../../api/planning-scene.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './LeftObjectList.module.css';

/** Boxes that routines left on pallets, by name; each can be removed while no routine plays. */
export function LeftObjectList() {
  const { t } = useTranslation('leftObjects');
  const robotKind = useRobotKind();
  const queries = useQueryClient();
  const mayOperate = useMayOperate();
  const { count, isRunning } = useRobot(({ state }) => ({
    count: Object.keys(state?.visualization ?? {}).length,
    isRunning: state?.kind === 'RoutineRunning',
  }));
  const { data } = useQuery({
    // The count changes with each object; the query then fetches the names again.
    queryKey: ['planningScene', robotKind, 'boxes', count],
    queryFn: ({ signal }) => readPlanningScene(robotKind, signal),
    placeholderData: (before) => before,
  });
  const remove = useMutation({
    mutationFn: (name: string) => programObstacles.remove(robotKind, name),
    onError: showError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['planningScene'] }),
  });
  const boxes = data?.obstacles.filter(({ palletBox }) => palletBox !== undefined) ?? [];
  return (
    <ul className={styles.boxes} aria-label={t('title')}>
      {boxes.map(({ name }) => (
        <li key={name}>
          <span>{translateMessage(name)}</span>
          <ActionIcon
            {...guarded(`remove ${name}`)}
            size="xl"
            variant="subtle"
            aria-label={t('remove', { name: translateMessage(name) })}
            disabled={!mayOperate || isRunning || remove.isPending}
            onClick={() => remove.mutate(name)}
          >
            <IconTrash size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
