import { findResumePlace, type ResumePlace } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { useResume, useResumePlaces } from '../../api/use-resume.ts';
import { useRobot } from '../../api/use-robot.ts';
import { ContinueButton } from '../../connected/run-strip/ContinueButton.tsx';
import { useShowRoutine } from '../../connected/run-strip/use-show-routine.ts';
import { Permitted } from '../../parts/Permitted.tsx';
import { placeText } from '../../parts/resume/place-text.ts';
import { ResumeCard, type ResumeStart } from '../../parts/resume/ResumeCard.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { guarded } from '../../ui/press/marks.ts';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';
import { ObjectsLeft } from './ObjectsLeft.tsx';

/** Unfinished runs: that of the loaded routine first, all others below it. */
export default function UnfinishedRuns() {
  const { loadedID, isRunning } = useRobot(({ state }) => ({
    loadedID: state?.routine?.id,
    isRunning: state?.kind === 'RoutineRunning',
  }));
  const places = useResumePlaces();
  const mayOperate = useMayOperate();
  const [chosenID, choose] = useState<string>();
  const place = places.find(({ run }) => run.id === chosenID) ?? findResumePlace(places, loadedID) ?? places[0];
  const { resume, problem, giveUp: forget } = useResume(place);
  const chooseStep = useShowRoutine(place?.run.routineID);
  if (isRunning) return null;
  const isLoaded = place !== undefined && place.run.routineID === loadedID;
  // The loaded routine has Play in the place of the button that continues a run.
  const hasPlace = isLoaded || loadedID === undefined;
  const renderStart = (start: ResumeStart) =>
    place && (hasPlace ? <ContinueButton {...start} place={place} /> : <RunLink runID={place.run.id} />);
  const giveUp = () => void forget();
  return (
    <>
      <Permitted isAllowed={mayOperate}>
        {resume && (
          <ResumeCard
            key={resume.place.run.id}
            {...resume}
            giveUp={giveUp}
            chooseStep={chooseStep}
            renderStart={renderStart}
          />
        )}
        {!resume && isLoaded && <ContinueButton place={place} isReady={false} isWaiting={problem === undefined} />}
        {problem !== undefined && place && <LostPlace place={place} problem={problem} onGiveUp={giveUp} />}
        <OtherRuns places={places.filter(({ run }) => run.id !== place?.run.id)} onChoose={choose} />
      </Permitted>
      <ObjectsLeft isNeeded={places.length > 0} />
    </>
  );
}

/** Link to the page of a run, which continues it. */
function RunLink({ runID }: { readonly runID: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button size="md" onClick={() => void navigate({ to: '/runs/$runID', params: { runID } })}>
      {t('resume.open')}
    </Button>
  );
}

/** Run that cannot be continued, and why. */
function LostPlace(props: { readonly place: ResumePlace; readonly problem: string; onGiveUp(): void }) {
  const { place, problem, onGiveUp } = props;
  const { t } = useTranslation();
  return (
    <section className={styles.card} data-tone="caution" aria-label={place.run.routineName}>
      <h2>{place.run.routineName}</h2>
      <p>{problem}</p>
      <Button {...guarded('giveUpRun')} size="md" variant="default" onClick={onGiveUp}>
        {t('resume.giveUp')}
      </Button>
    </section>
  );
}

/** Other unfinished runs: choosing one shows it. */
function OtherRuns({ places, onChoose }: { readonly places: readonly ResumePlace[]; onChoose(runID: string): void }) {
  const { t, i18n } = useTranslation();
  if (places.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t('resume.others')}>
      <h2>{t('resume.others')}</h2>
      <p className={styles.muted}>{t('resume.othersHelp')}</p>
      <ul className={parts.others}>
        {places.map(({ run, at }) => (
          <li key={run.id}>
            <Button size="md" variant="default" onClick={() => onChoose(run.id)}>
              {run.routineName}: {placeText(t, at).where}
              {run.endedAt !== null && (
                <span className={parts.ended}>
                  {t('resume.ended', { moment: formatMoment(run.endedAt, i18n.language) })}
                </span>
              )}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
