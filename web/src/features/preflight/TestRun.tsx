import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { InStrip } from '../../connected/run-strip/InStrip.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import { startsMotion } from '../../ui/press/marks.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Preflight.module.css';

const speeds = [10, 25, 50] as const;

interface Props {
  readonly canStart: boolean;
  /** True if this is the operator's next action. */
  readonly isNext: boolean;
}

/** Plays the loaded routine once at reduced speed, and shows the result. */
export function TestRun({ canStart, isNext }: Props) {
  const { t } = useTranslation('preflight');
  const [percent, setPercent] = useState(25);
  const { command, pending } = useCommand();
  const { kind, testRunSpeed } = useRobot(({ state }) => ({
    kind: state?.kind,
    testRunSpeed: state?.testRunSpeed ?? null,
  }));
  const isRunning = kind === 'RoutineRunning' && testRunSpeed !== null;
  const start = async () => {
    if (await command('setTestRunSpeed', { value: percent / 100 })) await command('playRoutine', {});
  };
  return (
    <Section title={t('testRun')}>
      <p className={styles.muted}>{t('testRunHelp')}</p>
      <Outcome />
      {isRunning ? (
        <p data-testid="test-run">{t('running', { percent: Math.round(testRunSpeed * 100) })}</p>
      ) : (
        <Segments<number>
          label={t('speed')}
          choices={speeds.map((value) => ({ value, label: `${value} %` }))}
          value={percent}
          onChange={setPercent}
        />
      )}
      {kind !== 'RoutineRunning' && (
        <InStrip place="over">
          <Button
            {...startsMotion('testRun')}
            size="xl"
            variant={isNext ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={iconSizes.md} aria-hidden />}
            loading={pending !== undefined}
            disabled={!canStart}
            onClick={() => void start()}
          >
            {t('start')}
          </Button>
        </InStrip>
      )}
    </Section>
  );
}

/** Result of the last test run of this version. */
function Outcome() {
  const { t, i18n } = useTranslation('preflight');
  const preflight = useRobot(({ state }) => state?.preflight ?? null);
  if (!preflight) return <p data-testid="preflight-outcome">{t('none')}</p>;
  const { result, at, reason, byName } = preflight;
  const when = formatMoment(at, i18n.language);
  return (
    <p data-testid="preflight-outcome" data-result={result}>
      {result === 'passed' ? t('passed', { when }) : t('skipped', { when, name: byName ?? '', reason: reason ?? '' })}
    </p>
  );
}
