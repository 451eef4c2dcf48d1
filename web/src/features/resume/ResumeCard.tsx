import { describeEffect, type EffectAnswer, type Resumption, type Run, type UnknownEffect } from '@cellwright/domain';
import { labelOfKind } from '@cellwright/steps/contracts';
import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { BrakesButton } from '../../ui/BrakesButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Resume.module.css';
import { ReturnButton } from './ReturnButton.tsx';
import { useResumption } from './use-resumption.ts';

type Answer = EffectAnswer['answer'];

interface ResumeCardProps {
  readonly run: Run;
  /** A step that the person has chosen to go on with instead. */
  readonly chosen?: { readonly stepID: string; readonly path: string } | undefined;
}

/** Offers to go on with a run that did not come to its end: where, with what, and what has to be answered first. */
export function ResumeCard({ run, chosen }: ResumeCardProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { command, pending } = useCommand();
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const resumption = useResumption(run.id);
  // The same one at every rendering: a held return ends with the button that it is given to.
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: ['runs'] }), [queries]);
  const { brakes, isIdle, isStale } = useRobot(({ state, isStale }) => ({
    brakes: state?.brakes,
    isIdle: state?.kind === 'Idle',
    isStale,
  }));
  if (!resumption || run.status === 'running' || run.status === 'paused' || run.status === 'completed') return null;
  const { effects, obstacle, guard } = resumption;
  const given = effects.flatMap(({ effectID }) => {
    const answer = answers.get(effectID);
    return answer === undefined ? [] : [{ effectID, answer }];
  });
  const isAnswered = guard === null && given.length === effects.length && !isStale;
  const resume = (fromStepID?: string) =>
    void command('resumeRun', { runID: run.id, answers: given, fromStepID }).then(refresh);
  return (
    <section
      className={styles.card}
      aria-label={t(`resume.${run.status}`, { name: run.routineName })}
      data-testid="resume-card"
    >
      <h2>{t(`resume.${run.status}`, { name: run.routineName })}</h2>
      <Where resumption={resumption} />
      <Questions
        effects={effects}
        answers={answers}
        onAnswer={(id, answer) => setAnswers((before) => new Map(before).set(id, answer))}
        onForget={(id) => setAnswers((before) => new Map([...before].filter(([each]) => each !== id)))}
      />
      {(obstacle ?? guard?.message) !== undefined && (
        <p className={styles.obstacle} role="status">
          {obstacle ?? guard?.message}
        </p>
      )}
      <div className={styles.buttons}>
        {guard?.offersReturn && <ReturnButton onArrived={refresh} />}
        {isIdle && brakes === 'engaged' && (
          <BrakesButton
            size="md"
            brakes={brakes}
            isWaiting={pending === 'setBrakes'}
            onSet={(state) => void command('setBrakes', { state })}
          />
        )}
        <Button
          size="md"
          disabled={!isAnswered || obstacle !== null}
          loading={pending === 'resumeRun'}
          title={t('resume.moves')}
          leftSection={<IconPlayerPlayFilled size={iconSizes.sm} aria-hidden />}
          onClick={() => resume()}
        >
          {t('resume.resume')}
        </Button>
        {chosen && (
          <Button
            size="md"
            variant="default"
            disabled={!isAnswered}
            title={t('resume.moves')}
            onClick={() => resume(chosen.stepID)}
          >
            {t('resume.resumeAt', { path: chosen.path })}
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          loading={pending === 'giveUpRun'}
          title={t('resume.giveUpHelp')}
          onClick={() => void command('giveUpRun', { runID: run.id }).then(refresh)}
        >
          {t('resume.giveUp')}
        </Button>
      </div>
    </section>
  );
}

function Where({ resumption: { run, at, beside, variables } }: { readonly resumption: Resumption }) {
  const { t } = useTranslation();
  return (
    <>
      {at && (
        <p data-testid="resume-at">
          {t(at.isDone ? 'resume.behind' : 'resume.at', {
            path: at.stepPath,
            kind: labelOfKind(at.stepKind),
            cycle: run.cycleCount + 1,
          })}{' '}
          <span className={styles.muted}>
            {at.rounds.map(({ round, stepPath }) => t('resume.round', { round, path: stepPath })).join(', ')}
          </span>
        </p>
      )}
      {beside.map(({ stepID, stepPath, stepKind }) => (
        <p key={stepID} className={styles.muted}>
          {t('resume.beside', { path: stepPath, kind: labelOfKind(stepKind) })}
        </p>
      ))}
      {variables.length > 0 && (
        <dl className={styles.variables} aria-label={t('resume.variables')}>
          {variables.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd className="tabular">{JSON.stringify(value)}</dd>
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

/** One question at a time: the next comes when one is answered. */
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
          <strong>{questionOf(t, open)}</strong>
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

const kinds = ['setOutputs', 'actuateDevice', 'sendHttpRequest', 'press'] as const;

function questionOf(t: TFunction, effect: UnknownEffect): string {
  const kind = kinds.find((each) => each === effect.kind) ?? 'other';
  return t(`resume.question.${kind}`, { path: effect.stepPath, what: describeEffect(effect) });
}
