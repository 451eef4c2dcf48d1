import { ActionIcon, Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../i18n/run-strip.ts';
import { guarded } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './SpeedStepper.module.css';
import { nextSpeed } from './speed-steps.ts';

interface Props {
  /** Undefined until the robot has sent it. */
  readonly percent: number | undefined;
  /** Speed of a test run; null outside one. */
  readonly testRunPercent: number | null;
  readonly isDisabled: boolean;
  readonly className?: string | undefined;
  /** Style of the button that ends a test run, beside the speed. */
  readonly testRunClassName?: string | undefined;
  onChange(percent: number): void;
  onEndTestRun(): void;
}

/** Overall speed with buttons for slower and faster; a test run is labelled, and has a button that ends it. */
export function SpeedStepper({ percent, testRunPercent, isDisabled, ...props }: Props) {
  const { className = '', testRunClassName = '', onChange, onEndTestRun } = props;
  const { t } = useTranslation('runStrip');
  const { t: common } = useTranslation();
  if (percent === undefined) return null;
  const slower = nextSpeed(percent, 'slower');
  const faster = nextSpeed(percent, 'faster');
  return (
    <>
      <fieldset
        className={`${styles.speed} ${className}`}
        aria-label={common('speed.label')}
        data-testid="speed-stepper"
      >
        <ActionIcon
          {...guarded('slower')}
          variant="default"
          className={styles.change}
          aria-label={t('slower')}
          disabled={isDisabled || slower === undefined}
          onClick={() => slower !== undefined && onChange(slower)}
        >
          <IconMinus size={iconSizes.md} aria-hidden />
        </ActionIcon>
        <output className={`tabular ${styles.percent}`}>
          <b>{percent}</b> %
        </output>
        <ActionIcon
          {...guarded('faster')}
          variant="default"
          className={styles.change}
          aria-label={t('faster')}
          disabled={isDisabled || faster === undefined}
          onClick={() => faster !== undefined && onChange(faster)}
        >
          <IconPlus size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </fieldset>
      {testRunPercent !== null && (
        <Button
          {...guarded('endTestRun')}
          size="md"
          variant="default"
          className={testRunClassName}
          disabled={isDisabled}
          onClick={onEndTestRun}
        >
          {t('endTestRun', { percent: testRunPercent })}
        </Button>
      )}
    </>
  );
}
