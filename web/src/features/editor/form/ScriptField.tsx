import type { Completion } from '@cellwright/domain/routine';
import { useTranslation } from 'react-i18next';
import styles from '../Editor.module.css';
import { findFragment, findMatches } from './complete-script.ts';
import { SuggestingText } from './SuggestingText.tsx';
import { useCompletions } from './use-completions.ts';

interface ScriptFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: string;
  onChange(source: string): void;
}

/** A script, and below it the names that continue what is typed, with their types and current values. */
export function ScriptField(props: ScriptFieldProps) {
  const items = useCompletions();
  return (
    <SuggestingText
      {...props}
      suggest={(text, caret) => {
        const fragment = findFragment(text, caret);
        return findMatches(items, fragment).flatMap((match) =>
          match.insert === null
            ? []
            : [
                {
                  key: `${match.kind} ${match.id} ${match.name}`,
                  insert: match.insert,
                  start: fragment.start,
                  end: fragment.end,
                  hint: <Facts of={match} />,
                },
              ],
        );
      }}
    />
  );
}

/** Kind, type and current value of a name. */
export function Facts({ of: { kind, type, value } }: { readonly of: Completion }) {
  const { t } = useTranslation();
  const words = [t(`editor.completionKinds.${kind}`), kind === 'port' ? '' : t(`editor.completionTypes.${type}`, type)];
  const now = value === null ? '' : t('editor.valueNow', { value: String(value) });
  return <span className={styles.hint}>{[...words, now].filter((word) => word !== '').join(' · ')}</span>;
}
