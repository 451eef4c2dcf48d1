import type { Completion } from '@cellwright/domain';
import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { complete, findFragment, findMatches } from './complete-script.ts';
import { useCompletions } from './use-completions.ts';

interface ScriptFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  onChange(source: string): void;
}

/** A script, and below it the names that go on like what stands before the caret, with their types and values of now. */
export function ScriptField({ label, description, value, onChange }: ScriptFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const items = useCompletions();
  const fragment = findFragment(value, caret ?? 0);
  const matches = caret === undefined ? [] : findMatches(items, fragment);
  const choose = (insert: string) => {
    const done = complete(value, fragment, insert);
    onChange(done.source);
    setCaret(undefined);
    field.current?.focus();
    // The text is there with the next frame; until then the caret cannot stand behind it.
    requestAnimationFrame(() => field.current?.setSelectionRange(done.caret, done.caret));
  };
  return (
    <>
      <Textarea
        ref={field}
        size="md"
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        aria-label={label}
        description={description}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCaret(currentTarget.selectionStart);
        }}
        onKeyDown={(event) => {
          const [first] = matches;
          if (event.key === 'Escape') setCaret(undefined);
          if (event.key !== 'Tab' || first?.insert == null) return;
          event.preventDefault();
          choose(first.insert);
        }}
      />
      {matches.length > 0 && (
        <ul className={styles.completions} aria-label={t('editor.completions')}>
          {matches.map((match) => (
            <li key={`${match.kind} ${match.id} ${match.name}`}>
              <button type="button" onClick={() => choose(match.insert ?? '')}>
                <code>{match.insert}</code>
                <Facts of={match} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Facts({ of: { kind, type, value } }: { readonly of: Completion }) {
  const { t } = useTranslation();
  const words = [t(`editor.completionKinds.${kind}`), kind === 'port' ? '' : t(`editor.completionTypes.${type}`, type)];
  const now = value === null ? '' : t('editor.valueNow', { value: String(value) });
  return <span className={styles.hint}>{[...words, now].filter((word) => word !== '').join(' · ')}</span>;
}
