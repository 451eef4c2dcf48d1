import type { OperatorPrompt } from '@cellwright/domain';

/** What every way to answer a prompt is given. */
export interface AnswersProps {
  readonly prompt: OperatorPrompt;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  onAnswer(input?: string): void;
}
