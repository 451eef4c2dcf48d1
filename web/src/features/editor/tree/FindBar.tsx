import { walkSteps } from '@cellwright/domain/routine';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeStep } from '../../../parts/step-sentence.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { findSteps, nextMatch } from './find-steps.ts';

/** Finds steps of the routine by their text, also inside folded steps; Enter selects the next match. */
export function FindBar({ onClose }: { onClose(): void }) {
  const { t, i18n } = useTranslation();
  const { session, spaceItems, cell, selection } = useEditor();
  const { routine } = session;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const { language } = i18n;
  const sentences = useMemo(() => {
    const sources = { routine, spaceItems, cell };
    return new Map([...walkSteps(routine.steps)].map(({ step }) => [step.id, describeStep(sources, step, language)]));
  }, [routine, spaceItems, cell, language]);
  const found = useMemo(
    () => findSteps(routine, wanted, ({ id }) => sentences.get(id) ?? ''),
    [routine, wanted, sentences],
  );
  const at = found.indexOf(selection.focusID ?? '') + 1;
  const go = (by: 1 | -1) => {
    const id = nextMatch(found, selection.focusID, by);
    if (id !== undefined) selection.reveal(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const isNone = found.length === 0;
  const count = at > 0 ? `${at} / ${found.length}` : `${found.length}`;
  return (
    <search className={styles.find}>
      <TextInput
        size="md"
        autoFocus
        className={styles.findText}
        aria-label={t('editor.find.label')}
        placeholder={t('editor.find.label')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={onKeyDown}
      />
      <output className={styles.findCount} data-testid="find-count">
        {text.trim() === '' ? '' : isNone ? t('editor.find.none') : count}
      </output>
      <ActionIcon size="md" aria-label={t('editor.find.previous')} disabled={isNone} onClick={() => go(-1)}>
        <IconChevronUp size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon size="md" aria-label={t('editor.find.next')} disabled={isNone} onClick={() => go(1)}>
        <IconChevronDown size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon size="md" aria-label={t('editor.find.close')} onClick={onClose}>
        <IconX size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </search>
  );
}
