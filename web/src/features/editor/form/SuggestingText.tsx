import { Textarea } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { complete } from './complete-script.ts';

/** A text that can replace a part of what is typed. */
export interface Suggestion {
  readonly key: string;
  readonly insert: string;
  /** Part of the text that it replaces. */
  readonly start: number;
  readonly end: number;
  readonly hint: ReactNode;
}

interface Props {
  readonly label: string;
  readonly description?: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly minRows?: number;
  /** Returns the suggestions for a text with the caret at an index. */
  suggest(text: string, caret: number): readonly Suggestion[];
  onChange(text: string): void;
}

/** A text field with suggestions below it. Tab takes the first one, Escape hides them. */
export function SuggestingText({ label, description, error, value, minRows = 2, suggest, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const suggestions = caret === undefined ? [] : suggest(value, caret);
  const choose = (suggestion: Suggestion) => {
    const done = complete(value, suggestion, suggestion.insert);
    // A caret that is placed with the next frame moves back over keys that arrive before it.
    flushSync(() => {
      onChange(done.source);
      setCaret(undefined);
    });
    field.current?.focus();
    field.current?.setSelectionRange(done.caret, done.caret);
  };
  return (
    <>
      <Textarea
        ref={field}
        size="md"
        autosize
        minRows={minRows}
        maxRows={12}
        spellCheck={false}
        autoCapitalize="off"
        aria-label={label}
        description={description}
        error={error}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCaret(currentTarget.selectionStart);
        }}
        onKeyDown={(event) => {
          const [first] = suggestions;
          if (event.key === 'Escape') setCaret(undefined);
          if (event.key !== 'Tab' || event.shiftKey || !first) return;
          event.preventDefault();
          choose(first);
        }}
      />
      {suggestions.length > 0 && <SuggestionList suggestions={suggestions} onChoose={choose} />}
    </>
  );
}

interface ListProps {
  readonly suggestions: readonly Suggestion[];
  onChoose(suggestion: Suggestion): void;
}

function SuggestionList({ suggestions, onChoose }: ListProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.completions} aria-label={t('editor.completions')}>
      {suggestions.map((suggestion) => (
        <li key={suggestion.key}>
          <button type="button" onClick={() => onChoose(suggestion)}>
            <code>{suggestion.insert}</code>
            {suggestion.hint}
          </button>
        </li>
      ))}
    </ul>
  );
}
