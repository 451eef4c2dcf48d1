import type { PromptCountdown } from '@cellwright/domain/routine';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../api/use-command.ts';
import { useRobot } from '../api/use-robot.ts';
import { guarded } from '../ui/press/marks.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './OperatorPrompt.module.css';
import { promptKey, usePromptFocus } from './use-prompt-focus.ts';

/** Seconds until the run continues after an answer, as the runner counts them, and a button back to the question. */
export function Countdown({ countdown }: { readonly countdown: PromptCountdown }) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const focus = usePromptFocus();
  const isPaused = useRobot(({ state }) => state?.isPaused === true);
  const { stepID, message, secondsLeft } = countdown;
  return (
    <section
      {...focus}
      className={styles.prompt}
      aria-label={t('prompt.countdown')}
      aria-keyshortcuts={promptKey}
      data-testid="prompt-countdown"
    >
      <div className={styles.question}>
        <IconHourglass size={iconSizes.md} aria-hidden />
        <div className={styles.text}>
          <strong className={styles.seconds} role="timer" aria-live="off">
            {t('prompt.secondsLeft', { seconds: secondsLeft })}
          </strong>
          <span role="status">{t(isPaused ? 'prompt.countdownPaused' : 'prompt.stepBack')}</span>
          <span className={styles.answered}>{message}</span>
        </div>
      </div>
      <div className={styles.answers} data-side="end">
        <Button
          {...guarded('cancelCountdown')}
          size="xl"
          variant="default"
          loading={pending === 'cancelCountdown'}
          onClick={() => void command('cancelCountdown', { stepID })}
        >
          {t('prompt.cancel')}
        </Button>
      </div>
    </section>
  );
}
