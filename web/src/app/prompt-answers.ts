import type { OperatorPrompt } from '@cellwright/domain/routine';

/** Props of every kind of answer to a prompt. */
export interface AnswersProps {
  readonly prompt: OperatorPrompt;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  onAnswer(input?: string): void;
}
