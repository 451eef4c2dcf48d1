import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import '../../i18n/left-objects.ts';
import { LeftObjectList } from '../../connected/left-objects/LeftObjectList.tsx';
import { guarded } from '../../ui/press/marks.ts';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';

/**
 * Lists the objects that routines left in the scene, and asks whether they are still there. An unfinished run depends
 * on them: they are not cleared all at once while it can be continued.
 */
export function ObjectsLeft({ isNeeded }: { readonly isNeeded: boolean }) {
  const { t } = useTranslation('leftObjects');
  const { command, pending } = useCommand();
  const mayOperate = useMayOperate();
  const keys = useRobot(({ state }) => Object.keys(state?.visualization ?? {}));
  const [kept, keep] = useState<readonly string[]>([]);
  const count = keys.length;
  if (keys.every((key) => kept.includes(key))) return null;
  return (
    <section
      className={styles.card}
      data-tone={isNeeded ? undefined : 'caution'}
      aria-label={t('title')}
      data-testid="objects-left"
    >
      <h2>{t('title')}</h2>
      <p>
        {t('stay', { count })} {t(isNeeded ? 'isNeeded' : 'isGone')}
      </p>
      <LeftObjectList />
      {!isNeeded && (
        <div className={parts.choices}>
          <Button
            {...guarded('clearVisualization')}
            size="md"
            variant="default"
            disabled={!mayOperate}
            loading={pending === 'clearVisualization'}
            onClick={() => void command('clearVisualization', {})}
          >
            {t('clear', { count })}
          </Button>
          <Button size="md" variant="default" onClick={() => keep(keys)}>
            {t('keep')}
          </Button>
        </div>
      )}
    </section>
  );
}
