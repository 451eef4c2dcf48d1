import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { guarded } from '../../ui/press/marks.ts';
import styles from './Home.module.css';

/** Asks, after a run was given up, whether the objects that it placed are still there. */
export function ObjectsLeft({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const count = useRobot(({ state }) => Object.keys(state?.visualization ?? {}).length);
  if (count === 0) return null;
  const clear = async () => {
    if (await command('clearVisualization', {})) onDone();
  };
  return (
    <section className={styles.card} data-tone="caution" data-testid="objects-left">
      <p>{t('resume.objectsStay', { count })}</p>
      <div className={styles.choices}>
        <Button
          {...guarded('clearVisualization')}
          size="md"
          variant="default"
          loading={pending === 'clearVisualization'}
          onClick={() => void clear()}
        >
          {t('resume.clearObjects')}
        </Button>
        <Button size="md" variant="default" onClick={onDone}>
          {t('resume.keepObjects')}
        </Button>
      </div>
    </section>
  );
}
