import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import '../../i18n/left-objects.ts';
import { LeftObjectList } from '../../connected/left-objects/LeftObjectList.tsx';
import { guarded } from '../../ui/press/marks.ts';
import styles from './Scene.module.css';

/** Objects that routines placed and left: the arm avoids those on a pallet until they are removed. */
export function ShownObjects() {
  const { t } = useTranslation('leftObjects');
  const { command, pending } = useCommand();
  const mayOperate = useMayOperate();
  const { count, isRunning } = useRobot(({ state }) => ({
    count: Object.keys(state?.visualization ?? {}).length,
    isRunning: state?.kind === 'RoutineRunning',
  }));
  if (count === 0) return null;
  return (
    <section aria-label={t('title')} data-testid="shown-objects">
      <div className={styles.shown}>
        <h2 className={styles.group}>{t('title')}</h2>
        <Button
          {...guarded('clearVisualization')}
          size="md"
          variant="default"
          disabled={!mayOperate || isRunning}
          loading={pending === 'clearVisualization'}
          onClick={() => void command('clearVisualization', {})}
        >
          {t('clear', { count })}
        </Button>
      </div>
      <LeftObjectList />
    </section>
  );
}
