import { Button } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlay, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import { guarded, startsMotion } from '../../ui/press/marks.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import styles from './Preflight.module.css';

const speeds = [10, 25, 50] as const;
const icon = { size: iconSizes.md, 'aria-hidden': true } as const;

interface Props {
  readonly canStart: boolean;
  /** It is what an operator does next. */
  readonly isNext: boolean;
}

/** Plays the loaded routine once, slowly, and says what came of it. */
export function TestRun({ canStart, isNext }: Props) {
  const { t } = useTranslation('preflight');
  const [percent, setPercent] = useState(25);
  const { command, pending } = useCommand();
  const row = useKeptFocus<HTMLDivElement>();
  const { kind, isPaused, testRunSpeed } = useRobot(({ state }) => ({
    kind: state?.kind,
    isPaused: state?.isPaused ?? false,
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
      <div ref={row} className={styles.buttons}>
        {isRunning && isPaused && (
          <Button
            {...startsMotion('resume')}
            size="xl"
            leftSection={<IconPlayerPlayFilled {...icon} />}
            loading={pending !== undefined}
            onClick={() => void command('resumeRoutine', {})}
          >
            {t('resume')}
          </Button>
        )}
        {!isRunning && (
          <Button
            {...startsMotion('testRun')}
            size="xl"
            variant={isNext ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay {...icon} />}
            loading={pending !== undefined}
            disabled={!canStart}
            onClick={() => void start()}
          >
            {t('start')}
          </Button>
        )}
        <Button
          {...guarded('pause')}
          className={styles.pause}
          size="xl"
          variant="default"
          leftSection={<IconPlayerPauseFilled {...icon} />}
          disabled={!isRunning || isPaused}
          onClick={() => void command('pauseRoutine', {})}
        >
          {t('pause')}
        </Button>
        <Button
          {...guarded('stop')}
          className={styles.stop}
          size="xl"
          variant="default"
          leftSection={<IconPlayerStopFilled {...icon} />}
          disabled={!isRunning}
          onClick={() => void command('stop', {})}
        >
          {t('stop')}
        </Button>
      </div>
    </Section>
  );
}

/** What came of the last one of this version. */
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
