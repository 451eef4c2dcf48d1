import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { findOtherHolder } from '../api/control.ts';
import { useCommand } from '../api/use-command.ts';
import { useRobot } from '../api/use-robot.ts';
import { FramePart } from '../ui/FramePart.tsx';
import { lazyScreen } from '../ui/lazy-screen.ts';
import { guarded } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import { Countdown } from './Countdown.tsx';
import styles from './OperatorPrompt.module.css';
import type { AnswersProps } from './prompt-answers.ts';
import { promptKey, usePromptFocus } from './use-prompt-focus.ts';

/** Few prompts have free-text answers: the field loads with the first. */
const FreeformAnswer = lazyScreen(() => import('./FreeformAnswer.tsx'));

/** Shows the routine's question on every screen until it is answered, then the delay before the run continues. */
export function OperatorPrompt() {
  const { prompt, countdown, isRunning, runID } = useRobot(({ state }) => ({
    prompt: state?.prompt,
    countdown: state?.countdown,
    isRunning: state?.kind === 'RoutineRunning',
    runID: state?.run?.id,
  }));
  if (prompt) return <Question key={`${runID} ${prompt.stepID}`} prompt={prompt} isRunning={isRunning} />;
  return countdown ? <Countdown countdown={countdown} /> : null;
}

interface QuestionProps {
  readonly prompt: AnswersProps['prompt'];
  readonly isRunning: boolean;
}

function Question({ prompt, isRunning }: QuestionProps) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const focus = usePromptFocus();
  const other = useRobot(findOtherHolder);
  const name = prompt.answeredBy === 'anyone' ? undefined : other;
  const hint = name === undefined ? t('prompt.hint') : t('prompt.heldByOther', { name });
  const answer = (input?: string) =>
    void command('confirmStep', { stepID: prompt.stepID, ...(input !== undefined && { input }) });
  return (
    <section
      {...focus}
      className={styles.prompt}
      aria-label={t('prompt.title')}
      aria-keyshortcuts={promptKey}
      data-testid="operator-prompt"
    >
      <div className={styles.question}>
        <IconHandStop size={iconSizes.md} aria-hidden />
        <div className={styles.text} role="alert">
          <strong className={styles.message}>{prompt.message}</strong>
          <span>{isRunning ? hint : t('prompt.recoverFirst')}</span>
          <span className="keyboard-only">{t('prompt.key', { key: promptKey })}</span>
        </div>
      </div>
      <Answers prompt={prompt} isBusy={pending === 'confirmStep'} isDisabled={!isRunning} onAnswer={answer} />
    </section>
  );
}

function Answers(props: AnswersProps) {
  const { t } = useTranslation();
  const { prompt, isBusy, isDisabled, onAnswer } = props;
  if (prompt.mode === 'freeform') {
    return (
      <FramePart>
        <FreeformAnswer {...props} />
      </FramePart>
    );
  }
  if (prompt.mode === 'choice') {
    return (
      <div className={styles.answers}>
        {prompt.choices.map((choice) => (
          <Button
            {...guarded(`answer ${choice}`)}
            key={choice}
            size="xl"
            disabled={isDisabled || isBusy}
            onClick={() => onAnswer(choice)}
          >
            {choice}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.answers}>
      <Button {...guarded('answer')} size="xl" loading={isBusy} disabled={isDisabled} onClick={() => onAnswer()}>
        {t('prompt.confirm')}
      </Button>
    </div>
  );
}
