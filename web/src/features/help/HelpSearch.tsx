import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Help.module.css';
import type { ArticlePlace } from './help-topics.ts';
import { loadSections } from './load-sections.ts';
import { type FoundSection, searchSections } from './search-articles.ts';

interface Props {
  onChoose(place: ArticlePlace): void;
  /** Shown until a text is typed. */
  readonly children: ReactNode;
}

/** Search over all articles in the language of the page. */
export function HelpSearch({ onChoose, children }: Props) {
  const { t } = useTranslation('help');
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  return (
    <>
      <TextInput
        size="md"
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {isSearching && (
        <Results
          text={text}
          onChoose={(place) => {
            setText('');
            onChoose(place);
          }}
        />
      )}
      {!isSearching && children}
    </>
  );
}

function Results({ text, onChoose }: { readonly text: string; onChoose(place: ArticlePlace): void }) {
  const { t, i18n } = useTranslation('help');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['help sections', language],
    queryFn: () => loadSections(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useMemo(() => searchSections(data ?? [], text), [data, text]);
  if (error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      <p className={styles.muted} role="status">
        {data && (found.length === 0 ? t('nothingFound') : t('found', { count: found.length }))}
      </p>
      <ul className={styles.results} aria-label={t('results')}>
        {found.map((section) => (
          <ResultLine key={`${section.article} ${section.section}`} {...section} onChoose={onChoose} />
        ))}
      </ul>
    </>
  );
}

function ResultLine({
  article,
  section,
  title,
  heading,
  excerpt,
  onChoose,
}: FoundSection & { onChoose(place: ArticlePlace): void }) {
  return (
    <li>
      <button type="button" className={styles.result} onClick={() => onChoose({ article, section })}>
        <strong>{heading ?? title}</strong>
        {heading !== undefined && <span className={styles.muted}>{title}</span>}
        <span>{excerpt}</span>
      </button>
    </li>
  );
}
