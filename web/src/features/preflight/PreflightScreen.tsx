import '../../i18n/preflight.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { InStrip } from '../../connected/run-strip/InStrip.tsx';
import { useStrip } from '../../connected/run-strip/strip-places.ts';
import { Page } from '../../ui/Page.tsx';
import { startsMotion } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { CheckList } from './CheckList.tsx';
import { isReady } from './checks.ts';
import styles from './Preflight.module.css';
import { SkipTestRun } from './SkipTestRun.tsx';
import { TestRun } from './TestRun.tsx';
import { useChecks } from './use-checks.ts';

/** `/preflight`: checks before the loaded routine runs at full speed, and its test run. */
export default function PreflightScreen() {
  const { t } = useTranslation('preflight');
  useStrip();
  const { checks, error } = useChecks();
  const { command, pending } = useCommand();
  const { routine, kind, hasPreflight } = useRobot(({ state }) => ({
    routine: state?.routine,
    kind: state?.kind,
    hasPreflight: (state?.preflight ?? null) !== null,
  }));
  const canStart = isReady(checks) && kind === 'Idle';
  const play = async () => {
    const isFull =
      (await command('setTestRunSpeed', { value: null })) &&
      (await command('setSpeedRestrictionPercentage', { value: 1 }));
    if (isFull) await command('playRoutine', {});
  };
  return (
    <Page title={t('title')}>
      <p className={styles.routine} data-testid="preflight-routine">
        {routine ? (
          <>
            <strong>{routine.name}</strong> {t('version', { version: routine.version })}
          </>
        ) : (
          t('noRoutine')
        )}
      </p>
      {kind !== 'RoutineRunning' && (
        <InStrip place="start">
          <Button
            {...startsMotion('play')}
            size="xl"
            variant={hasPreflight ? 'filled' : 'default'}
            leftSection={<IconPlayerPlayFilled size={iconSizes.md} aria-hidden />}
            loading={pending !== undefined}
            disabled={!canStart}
            onClick={() => void play()}
          >
            {t('play')}
          </Button>
        </InStrip>
      )}
      <div className={styles.columns}>
        <CheckList checks={checks} error={error} />
        <div className={styles.side}>
          <TestRun canStart={canStart} isNext={!hasPreflight} />
          <SkipTestRun isDisabled={!routine || hasPreflight} />
        </div>
      </div>
    </Page>
  );
}
