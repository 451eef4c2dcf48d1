import '../../i18n/runs.ts';
import type { Run } from '@cellwright/domain/run';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconFileText, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { getRun } from '../../api/runs.ts';
import { useDeviceName } from '../../api/use-device-name.ts';
import { type Resume, useResume, useResumePlaces } from '../../api/use-resume.ts';
import { useRobot } from '../../api/use-robot.ts';
import { ActButton } from '../../connected/run-strip/ActButton.tsx';
import { ContinueButton } from '../../connected/run-strip/ContinueButton.tsx';
import { InStrip } from '../../connected/run-strip/InStrip.tsx';
import { useStrip } from '../../connected/run-strip/strip-places.ts';
import { useShowRoutine } from '../../connected/run-strip/use-show-routine.ts';
import { FailedDevice } from '../../parts/FailedDevice.tsx';
import { formatDuration } from '../../parts/format-duration.ts';
import { findNextAction } from '../../parts/next-action.ts';
import { RunStatusChip } from '../../parts/RunStatusChip.tsx';
import { ResumeCard } from '../../parts/resume/ResumeCard.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { describeEnd } from './describe-end.ts';
import styles from './Runs.module.css';
import { RunVariables } from './RunVariables.tsx';
import { readDuration } from './read-duration.ts';
import { Timeline } from './Timeline.tsx';

/** Polling interval of a running run, ms. */
const refreshMS = 1000;
/** Replay of a failure starts this long before the end, s. */
const beforeFailureSeconds = 10;

/** One run: its timeline, how it ended and why. */
export default function RunScreen() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const { runID } = useParams({ from: '/runs/$runID' });
  const { data, error, refetch } = useQuery({
    queryKey: ['runs', 'one', runID],
    queryFn: ({ signal }) => getRun(runID, signal),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? refreshMS : false),
  });
  // Details render in chunks after the controls that move the arm: a busy page would delay heartbeats.
  const details = useDeferredValue(data, undefined);
  const back = (
    <Button
      size="md"
      variant="default"
      leftSection={<IconArrowLeft size={iconSizes.sm} aria-hidden />}
      onClick={() => history.push('/runs')}
    >
      {t('runs.back')}
    </Button>
  );
  if (error) {
    return (
      <Page title={t('runs.title')} actions={back}>
        <ErrorState title={t('runs.oneFailed')} reason={error.message} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <Skeleton h="100%" radius={0} aria-label={t('screen.loading')} />;
  const version = `/routines/${encodeURIComponent(data.routineID)}?version=${data.routineVersion}`;
  const actions = (
    <>
      <RunStatusChip status={data.status} stop={data.stop} />
      {back}
      {data.endedAt !== null && <ReplayButton run={data} />}
      <Button
        size="md"
        variant="default"
        leftSection={<IconFileText size={iconSizes.sm} aria-hidden />}
        component="a"
        href={version}
        onClick={(event) => {
          event.preventDefault();
          history.push(version);
        }}
      >
        {t('runs.openVersion', { version: data.routineVersion })}
      </Button>
    </>
  );
  return (
    <Page title={data.routineName} actions={actions} fills>
      <Reason run={data} />
      <GoOn run={data} />
      {details && (
        <div className={styles.columns}>
          <Timeline run={details} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too */}
          <section className={styles.side} tabIndex={0} aria-label={t('runs.about')}>
            <RunFacts run={details} />
            <RunVariables run={details} />
          </section>
        </div>
      )}
    </Page>
  );
}

/** Opens the replay; that of a failed run shortly before the failure. */
function ReplayButton({ run }: { readonly run: Run }) {
  const { t } = useTranslation();
  const { history } = useRouter();
  const isFailed = run.status === 'failed' || run.status === 'interrupted';
  const at = isFailed ? Math.max(0, readDuration(run) - beforeFailureSeconds) : 0;
  return (
    <Button
      size="md"
      // A run that can be continued has its own primary button on this screen.
      variant="default"
      leftSection={<IconPlayerPlay size={iconSizes.sm} aria-hidden />}
      onClick={() => history.push(`/runs/${encodeURIComponent(run.id)}/replay?at=${at.toFixed(1)}`)}
    >
      {t('runs.replay')}
    </Button>
  );
}

/** Reason why the run did not end well. */
function Reason({ run }: { readonly run: Run }) {
  const { t } = useTranslation();
  const device = useDeviceName(run.failure?.equipmentID);
  if (run.status !== 'failed' && run.status !== 'interrupted') return null;
  return (
    <div className={styles.reason} data-testid="run-reason">
      <IconAlertTriangle size={iconSizes.md} color="var(--danger)" aria-hidden />
      <div>
        <strong>{describeEnd(t, run)}</strong>
        {run.failure?.stepPath !== undefined && (
          <span className={styles.muted}> ({t('runs.inStep', { path: run.failure.stepPath })})</span>
        )}
        <FailedDevice failure={run.failure} name={device} />
        {run.interruptedIn?.hasUnknownEffect && <p>{t('runs.unknownEffect')}</p>}
      </div>
    </div>
  );
}

/** Continues the run, if its place is stored. */
function GoOn({ run }: { readonly run: Run }) {
  const places = useResumePlaces();
  const { resume } = useResume(places.find((place) => place.run.id === run.id));
  return resume ? <Unfinished key={run.id} resume={resume} /> : null;
}

/** Card of the run, and its continue button in the strip. */
function Unfinished({ resume }: { readonly resume: Resume }) {
  useStrip();
  const action = useRobot(({ state }) => findNextAction(state));
  const chooseStep = useShowRoutine(resume.place.run.routineID);
  return (
    <>
      <ResumeCard
        {...resume}
        chooseStep={chooseStep}
        renderStart={(start) => <ContinueButton {...start} place={resume.place} />}
      />
      <InStrip place="act">
        <ActButton action={action} />
      </InStrip>
    </>
  );
}

function RunFacts({ run }: { readonly run: Run }) {
  const { t, i18n } = useTranslation();
  const robot = run.isTwin ? 'twin' : run.robotKind;
  return (
    <Section title={t('runs.why')}>
      <dl className={styles.facts}>
        <dt>{t('runs.result')}</dt>
        <dd>{describeEnd(t, run)}</dd>
        <dt>{t('runs.started')}</dt>
        <dd className="tabular">{formatMoment(run.startedAt, i18n.language)}</dd>
        <dt>{t('runs.duration')}</dt>
        <dd className="tabular">{formatDuration(readDuration(run))}</dd>
        <dt>{t('runs.cycles')}</dt>
        <dd className="tabular">{run.cycleCount}</dd>
        <dt>{t('runs.cycleTime')}</dt>
        <dd className="tabular">{run.cycleTimeSeconds === null ? '–' : formatDuration(run.cycleTimeSeconds)}</dd>
        <dt>{t('runs.distance')}</dt>
        <dd>
          <Quantity value={run.distanceMeters} digits={2} unit="m" />
        </dd>
        <dt>{t('runs.robot')}</dt>
        <dd>{t(`robotKind.${robot}`)}</dd>
      </dl>
    </Section>
  );
}
