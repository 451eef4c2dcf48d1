import type { Step } from '@cellwright/domain/routine';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { describeStep } from '../../../parts/step-sentence.ts';
import { type Editor, useEditor } from '../editor-context.ts';

interface SentenceSources extends Pick<Editor, 'spaceItems' | 'cell'> {
  readonly session: Pick<Editor['session'], 'routine'>;
}

/** Describes what a step of the edited routine does. */
export function sentenceOf({ session: { routine }, spaceItems, cell }: SentenceSources, step: Step): string {
  return describeStep({ routine, spaceItems, cell }, step);
}

export function useSentence(step: Step): string {
  const { session, spaceItems, cell } = useEditor();
  const { routine } = session;
  const { language } = useTranslation().i18n;
  // A changed selection renders the rows again with the same sentences.
  return useMemo(
    () => describeStep({ routine, spaceItems, cell }, step, language),
    [routine, spaceItems, cell, step, language],
  );
}
