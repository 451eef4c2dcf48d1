import { Button } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../api/use-command.ts';
import { useRobot } from '../api/use-robot.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './OperatorPrompt.module.css';
import type { AnswersProps } from './prompt-answers.ts';

/** Few prompts are answered in words: its field loads with the first. */
const FreeformAnswer = lazy(() => import('./FreeformAnswer.tsx'));

/** What the routine asks, on every screen, until somebody answers. The arm stands meanwhile. */
export function OperatorPrompt() {
  const { t } = useTranslation();
  const { prompt, isRunning, runID } = useRobot(({ state }) => ({
    prompt: state?.prompt,
    isRunning: state?.kind === 'RoutineRunning',
    runID: state?.run?.id,
  }));
  const { command, pending } = useCommand();
  if (!prompt) return null;
  const answer = (input?: string) =>
    void command('confirmStep', { stepID: prompt.stepID, ...(input !== undefined && { input }) });
  const props = { prompt, isBusy: pending === 'confirmStep', isDisabled: !isRunning, onAnswer: answer };
  return (
    <section
      className={styles.prompt}
      aria-label={t('prompt.title')}
      aria-live="assertive"
      data-testid="operator-prompt"
    >
      <IconHandStop size={iconSizes.md} aria-hidden />
      <div className={styles.text}>
        <strong className={styles.message}>{prompt.message}</strong>
        <span>{t(isRunning ? 'prompt.hint' : 'prompt.recoverFirst')}</span>
      </div>
      <Answers key={`${runID} ${prompt.stepID}`} {...props} />
    </section>
  );
}

function Answers(props: AnswersProps) {
  const { t } = useTranslation();
  const { prompt, isBusy, isDisabled, onAnswer } = props;
  if (prompt.mode === 'freeform') {
    return (
      <Suspense>
        <FreeformAnswer {...props} />
      </Suspense>
    );
  }
  if (prompt.mode === 'choice') {
    return (
      <div className={styles.answers}>
        {prompt.choices.map((choice) => (
          <Button key={choice} size="xl" disabled={isDisabled || isBusy} onClick={() => onAnswer(choice)}>
            {choice}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <Button size="xl" loading={isBusy} disabled={isDisabled} onClick={() => onAnswer()}>
      {t('prompt.confirm')}
    </Button>
  );
}
