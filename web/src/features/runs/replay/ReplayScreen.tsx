import '../../../i18n/runs.ts';
import type { ReplayPlayer } from '@cellwright/client';
import type { Run } from '@cellwright/domain/run';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../../api/arm-model.ts';
import { getRun } from '../../../api/runs.ts';
import { ArmView } from '../../../parts/arm-view/ArmView.tsx';
import { Playback } from '../../../parts/playback/playback.ts';
import { ScrubBar } from '../../../parts/playback/ScrubBar.tsx';
import { usePlayback } from '../../../parts/playback/use-playback.ts';
import { Page } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { ArcLogButton } from './ArcLogButton.tsx';
import { type JournalFacts, useJournalFacts } from './journal-facts.ts';
import { openReplay } from './open-replay.ts';
import styles from './Replay.module.css';
import { ReplayFacts } from './ReplayFacts.tsx';
import { lengthOf } from './replay-time.ts';

/** Runs do not record obstacles, which may have moved since. */
const notRecorded: [] = [];

/** Replay of a finished run at any instant: the arm, the step, variables and I/O. */
export default function ReplayScreen() {
  const { t } = useTranslation();
  const { history } = useRouter();
  const { runID } = useParams({ from: '/runs/$runID/replay' });
  const { at } = useSearch({ from: '/runs/$runID/replay' });
  const { data, error, refetch } = useQuery({
    queryKey: ['replay', runID],
    queryFn: async ({ signal }) => {
      const run = await getRun(runID, signal);
      return { run, player: await openReplay(run, signal) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const back = (
    <Button
      size="md"
      variant="default"
      leftSection={<IconArrowLeft size={iconSizes.sm} aria-hidden />}
      onClick={() => history.push(`/runs/${encodeURIComponent(runID)}`)}
    >
      {t('runs.backToRun')}
    </Button>
  );
  if (error) {
    return (
      <Page title={t('runs.replay')} actions={back}>
        <ErrorState title={t('runs.replayFailed')} reason={error.message} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <Skeleton h="100%" radius={0} aria-label={t('screen.loading')} />;
  return <Played run={data.run} player={data.player} at={at} back={back} />;
}

interface PlayerProps {
  readonly run: Run;
  readonly player: ReplayPlayer;
  /** Start of the replay, seconds since the run began. */
  readonly at: number | undefined;
  readonly facts: JournalFacts;
}

function Played({ back, ...played }: Omit<PlayerProps, 'facts'> & { readonly back: ReactNode }) {
  const { t } = useTranslation();
  const facts = useJournalFacts(played.run);
  const hasWeld = [...facts.kinds.values()].includes('Weld');
  const actions = (
    <>
      {hasWeld && <ArcLogButton run={played.run} player={played.player} />}
      {back}
    </>
  );
  return (
    <Page title={t('runs.replayOf', { name: played.run.routineName })} actions={actions} fills>
      <Player {...played} facts={facts} />
    </Page>
  );
}

function Player({ run, player, at, facts }: PlayerProps) {
  const { t } = useTranslation();
  const playback = useMemo(() => {
    const made = new Playback(player);
    if (at !== undefined) made.goTo(at);
    return made;
  }, [player, at]);
  const status = usePlayback(playback);
  const source = useMemo(() => playback.source, [playback]);
  const { marks, kinds } = facts;
  const state = status.instant?.state;
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.view}>
          <ArmView
            source={source}
            model={useArmModel()}
            base={state?.base}
            tcp={state?.tool.tcp}
            toolBoxes={state?.tool.collisionBoxes}
            fingerWidths={state?.fingerWidths}
            solids={notRecorded}
            shown={state?.visualization}
          />
          <span className={styles.notLive}>{t('runs.notLive')}</span>
        </div>
        <ReplayFacts run={run} instant={status.instant} kinds={kinds} />
      </div>
      <ScrubBar
        playback={playback}
        status={status}
        replay={player.replay}
        length={lengthOf(run, player.replay)}
        marks={marks}
      />
    </>
  );
}
