import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import '../../i18n/run-strip.ts';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './RunStrip.module.css';
import { nextSpeed } from './speed-steps.ts';

/** The overall speed with a button for slower and one for faster; a test run says that it is one, and has its end. */
export default function SpeedStepper() {
  const { t } = useTranslation('runStrip');
  const { command } = useCommand();
  const { override, testRun, isStale } = useRobot(({ state, isStale }) => ({
    override: state?.speedRestrictionPercentage,
    testRun: state?.testRunSpeed ?? null,
    isStale,
  }));
  if (override === undefined) return <div className={styles.speed} />;
  const percent = Math.round(override * 100);
  const set = (direction: 'slower' | 'faster') => {
    const next = nextSpeed(percent, direction);
    if (next !== undefined) void command('setSpeedRestrictionPercentage', { value: next / 100 });
  };
  return (
    <fieldset className={styles.speed} aria-label={t('speed')} data-testid="speed-stepper">
      <ActionIcon
        {...guarded('slower')}
        variant="default"
        className={styles.change}
        aria-label={t('slower')}
        disabled={isStale || nextSpeed(percent, 'slower') === undefined}
        onClick={() => set('slower')}
      >
        <IconMinus size={iconSizes.md} aria-hidden />
      </ActionIcon>
      <output className={`tabular ${styles.percent}`}>{percent} %</output>
      <ActionIcon
        {...guarded('faster')}
        variant="default"
        className={styles.change}
        aria-label={t('faster')}
        disabled={isStale || nextSpeed(percent, 'faster') === undefined}
        onClick={() => set('faster')}
      >
        <IconPlus size={iconSizes.md} aria-hidden />
      </ActionIcon>
      {testRun !== null && (
        <Button
          {...guarded('endTestRun')}
          size="md"
          variant="default"
          className={styles.testRun}
          disabled={isStale}
          onClick={() => void command('setTestRunSpeed', { value: null })}
        >
          {t('endTestRun', { percent: Math.round(testRun * 100) })}
        </Button>
      )}
    </fieldset>
  );
}
