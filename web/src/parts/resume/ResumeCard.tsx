import {
  type EffectAnswer,
  type ResumePlace,
  type Resumption,
  readEffect,
  type UnknownEffect,
} from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '../../i18n/cell-words.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { guarded, startsMotion } from '../../ui/press/marks.ts';
import { valueText } from '../../ui/value-text.ts';
import { effectText } from '../effect-text.ts';
import { kindLabel } from '../kind-label.ts';
import { placeText } from './place-text.ts';
import styles from './Resume.module.css';

type Answer = EffectAnswer['answer'];

/** Starts to continue the run, from a button of the card or elsewhere on the screen. */
export interface ResumeStart {
  readonly isReady: boolean;
  readonly isWaiting: boolean;
  start(): void;
}

export interface ResumeCardProps {
  readonly place: ResumePlace;
  readonly resumption: Resumption;
  readonly isStale: boolean;
  /** Name of the command that waits for its answer. */
  readonly pending: string | undefined;
  resume(answers: EffectAnswer[], fromStepID?: string): void;
  giveUp(): void;
  startReturn(onLate: () => void): void;
  endReturn(): void;
  /** Step that the user chose to continue with instead. */
  readonly chosen?: { readonly stepID: string; readonly path: string } | undefined;
  /** Shows the routine, where the user chooses a step; absent where its steps are shown beside the card. */
  chooseStep?(): void;
  /** Renders the button that continues the run in its place of the strip, or links to it: a card may be anywhere. */
  renderStart?(start: ResumeStart): ReactNode;
}

/** Offers to continue an unfinished run: the place, the method, and the questions to answer first. */
export function ResumeCard({ resumption, isStale, pending, chosen, ...props }: ResumeCardProps) {
  const { t, i18n } = useTranslation();
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const { run, effects, obstacle, guard } = resumption;
  const refusal = obstacle ?? guard?.message;
  const given = effects.flatMap(({ effectID }) => {
    const answer = answers.get(effectID);
    return answer === undefined ? [] : [{ effectID, answer }];
  });
  const isAnswered = guard === null && given.length === effects.length && !isStale;
  const title = titleOf(t, resumption);
  const { place, renderStart, chooseStep, ...acts } = props;
  const isReady = isAnswered && obstacle === null;
  // A run that had not begun has no step to continue with.
  const needsStep = obstacle !== null && resumption.at !== null;
  return (
    <section className={styles.card} aria-label={title} data-testid="resume-card">
      <h2>{title}</h2>
      <p className={styles.place} data-testid="resume-place">
        {placeText(t, place.at).whole}
      </p>
      {run.endedAt !== null && (
        <p className={styles.muted}>{t('resume.ended', { moment: formatMoment(run.endedAt, i18n.language) })}</p>
      )}
      <Where resumption={resumption} />
      <Questions
        effects={effects}
        answers={answers}
        onAnswer={(id, answer) => setAnswers((before) => new Map(before).set(id, answer))}
        onForget={(id) => setAnswers((before) => new Map([...before].filter(([each]) => each !== id)))}
      />
      {refusal !== undefined && (
        <p className={styles.obstacle} role="status">
          {translateMessage(refusal)}
        </p>
      )}
      {needsStep && !chooseStep && !chosen && (
        <p className={styles.muted} data-testid="resume-choose">
          {t('resume.selectStep')}
        </p>
      )}
      <div className={styles.buttons}>
        {guard?.offersReturn && (
          <HoldButton size="md" onStart={acts.startReturn} onEnd={acts.endReturn}>
            {t('resume.return')}
          </HoldButton>
        )}
        {needsStep && chooseStep && (
          <Button size="md" onClick={chooseStep}>
            {t('resume.chooseStep')}
          </Button>
        )}
        {renderStart?.({ isReady, isWaiting: pending === 'resumeRun', start: () => acts.resume(given) })}
        {chosen && (
          <Button
            {...startsMotion(`resumeRun at ${chosen.stepID}`)}
            size="md"
            variant="default"
            disabled={!isAnswered}
            title={t('resume.moves')}
            onClick={() => acts.resume(given, chosen.stepID)}
          >
            {t('resume.resumeAt', { path: chosen.path })}
          </Button>
        )}
        <Button
          {...guarded('giveUpRun')}
          className={styles.discard}
          size="md"
          variant="default"
          loading={pending === 'giveUpRun'}
          title={t('resume.giveUpHelp')}
          onClick={acts.giveUp}
        >
          {t('resume.giveUp')}
        </Button>
      </div>
    </section>
  );
}

function titleOf(t: TFunction, { run: { status, routineName: name } }: Resumption): string {
  if (status === 'failed') return t('resume.failed', { name });
  return status === 'stopped' ? t('resume.stopped', { name }) : t('resume.interrupted', { name });
}

function Where({ resumption: { run, at, beside, variables } }: { readonly resumption: Resumption }) {
  const { t } = useTranslation();
  return (
    <>
      {at && (
        <p className={styles.muted} data-testid="resume-at">
          {t(at.isDone ? 'resume.behind' : 'resume.at', {
            path: at.stepPath,
            kind: kindLabel(at.stepKind),
            cycle: run.cycleCount + 1,
          })}{' '}
          <span className={styles.muted}>
            {at.rounds.map(({ round, stepPath }) => t('resume.round', { round, path: stepPath })).join(', ')}
          </span>
        </p>
      )}
      {beside.map(({ stepID, stepPath, stepKind }) => (
        <p key={stepID} className={styles.muted}>
          {t('resume.beside', { path: stepPath, kind: kindLabel(stepKind) })}
        </p>
      ))}
      {variables.length > 0 && (
        <dl className={styles.variables} aria-label={t('resume.variables')}>
          {variables.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd className="tabular">{valueText(t, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

interface QuestionsProps {
  readonly effects: readonly UnknownEffect[];
  readonly answers: ReadonlyMap<string, Answer>;
  onAnswer(effectID: string, answer: Answer): void;
  onForget(effectID: string): void;
}

/** Asks one question at a time. */
function Questions({ effects, answers, onAnswer, onForget }: QuestionsProps) {
  const { t } = useTranslation();
  if (effects.length === 0) return null;
  const open = effects.find(({ effectID }) => !answers.has(effectID));
  return (
    <section className={styles.questions} aria-label={t('resume.questions')}>
      {effects.map(({ effectID, stepPath }) => {
        const answer = answers.get(effectID);
        if (answer === undefined) return null;
        return (
          <div key={effectID} className={styles.answered}>
            <span>
              {stepPath}: {t(answer === 'done' ? 'resume.answeredDone' : 'resume.answeredAgain')}
            </span>
            <Button size="md" variant="subtle" onClick={() => onForget(effectID)}>
              {t('resume.change')}
            </Button>
          </div>
        );
      })}
      {open && (
        <div data-testid="resume-question">
          <strong>
            <Question effect={open} />
          </strong>
          <p className={styles.muted}>{t('resume.lookFirst')}</p>
          <div className={styles.buttons}>
            <Button size="md" variant="default" onClick={() => onAnswer(open.effectID, 'done')}>
              {t('resume.done')}
            </Button>
            <Button size="md" variant="default" onClick={() => onAnswer(open.effectID, 'again')}>
              {t('resume.again')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

/** Question about an effect. */
function Question({ effect }: { readonly effect: UnknownEffect }) {
  const { t } = useTranslation('effects');
  const known = readEffect(effect);
  return t(`question.${known.kind}`, { path: effect.stepPath, what: effectText(t, known) });
}
