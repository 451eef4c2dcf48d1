import { refusePromptInput } from '@cellwright/domain/routine';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guarded } from '../ui/press/marks.ts';
import styles from './OperatorPrompt.module.css';
import type { AnswersProps } from './prompt-answers.ts';

/** Free-text answer to a prompt. */
export default function FreeformAnswer({ prompt, isBusy, isDisabled, onAnswer }: AnswersProps) {
  const { t } = useTranslation();
  const [input, setInput] = useState('');
  return (
    <form
      className={styles.answers}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(input);
      }}
    >
      <TextInput
        size="xl"
        aria-label={t('prompt.answer')}
        placeholder={t('prompt.answer')}
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
      />
      <Button
        {...guarded('answer')}
        type="submit"
        size="xl"
        loading={isBusy}
        disabled={isDisabled || refusePromptInput(prompt, input) !== undefined}
      >
        {t('prompt.confirm')}
      </Button>
    </form>
  );
}
