import '../../i18n/author.ts';
import { ActionIcon, Button, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconFileImport,
  IconListSearch,
  IconPlus,
  IconReplace,
  IconRoute,
  IconSearch,
  IconTemplate,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../api/cell.ts';
import { useAuthorNote } from '../../api/use-author-note.ts';
import { useOpenProposals } from '../../api/use-proposals.ts';
import { AuthorNote } from '../../parts/Permitted.tsx';
import { tourMark } from '../../parts/tour-mark.ts';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { RoutineRow } from './RoutineRow.tsx';
import styles from './Routines.module.css';
import { useRoutineActions } from './use-routine-actions.ts';

const ReplaceText = lazyScreen(() => import('./replace/ReplaceText.tsx'));
const Examples = lazyScreen(() => import('./examples/Examples.tsx'));

type Shown = 'all' | 'templates' | 'examples';

const sorts = ['-updatedAt', '-createdAt', 'name'] as const;
const searchDelayMS = 200;

/** The cell's routines. */
export default function RoutinesScreen() {
  const { t } = useTranslation();
  const mayAuthor = useMayAuthor();
  const granters = useAuthorNote();
  const actions = useRoutineActions();
  const proposals = useOpenProposals();
  const newCount = proposals.filter(({ baseVersion }) => baseVersion === 0).length;
  const [isReplacing, setReplacing] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isExamples = useSearch({ from: '/routines' }).show === 'examples';
  const [listed, setListed] = useState<'all' | 'templates'>('all');
  const shown: Shown = isExamples ? 'examples' : listed;
  const setShown = (next: Shown) => {
    if (next !== 'examples') setListed(next);
    void navigate({ to: '/routines', search: next === 'examples' ? { show: next } : {}, replace: true });
  };
  const [sort, setSort] = useState<string>(sorts[0]);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), searchDelayMS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['routines', 'list', listed, sort, search],
    enabled: !isExamples,
    queryFn: ({ signal }) =>
      cell.routines.find(
        { sort, limit: 1000, search: search || undefined, isTemplate: listed === 'templates' || undefined },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('nav.routines')}</h1>
        <TextInput
          size="md"
          className={styles.search}
          aria-label={t('routines.search')}
          placeholder={t('routines.search')}
          leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.shown}>
          <Segments<Shown>
            label={t('routines.show')}
            choices={[
              { value: 'all', label: t('routines.all') },
              { value: 'templates', label: t('routines.templates') },
              { value: 'examples', label: t('routines.examples') },
            ]}
            value={shown}
            onChange={setShown}
          />
        </div>
        {!isExamples && (
          <NativeSelect
            size="md"
            aria-label={t('routines.sort')}
            data={sorts.map((value) => ({ value, label: t(`routines.sorts.${value}`) }))}
            value={sort}
            onChange={(event) => setSort(event.currentTarget.value)}
          />
        )}
        <input
          ref={fileInput}
          type="file"
          accept="application/json,.json"
          multiple
          hidden
          data-testid="import-file"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            event.currentTarget.value = '';
            if (files.length > 0) void actions.importFiles(files);
          }}
        />
        {actions.importing && <span role="status">{t('routines.importing', { ...actions.importing })}</span>}
        {actions.importing && (
          <Button size="md" variant="default" onClick={actions.cancelImport}>
            {t('control.cancel')}
          </Button>
        )}
        {newCount > 0 && (
          <Button size="md" variant="light" c="var(--text)" component={Link} to="/proposals">
            {t('routines.proposed', { count: newCount })}
          </Button>
        )}
        <ActionIcon
          size="md"
          variant={isReplacing ? 'light' : 'default'}
          disabled={!mayAuthor}
          aria-label={t('routines.replaceText')}
          title={t('routines.replaceText')}
          aria-expanded={isReplacing}
          onClick={() => setReplacing(!isReplacing)}
        >
          <IconReplace size={iconSizes.sm} aria-hidden />
        </ActionIcon>
        <Button
          size="md"
          variant="default"
          disabled={!mayAuthor || actions.isBusy}
          leftSection={<IconFileImport size={iconSizes.sm} aria-hidden />}
          onClick={() => fileInput.current?.click()}
        >
          {t('routines.import')}
        </Button>
        <Button
          {...tourMark('newRoutine')}
          size="md"
          disabled={!mayAuthor}
          loading={actions.isBusy}
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => void actions.create()}
        >
          {t('routines.new')}
        </Button>
      </header>
      <AuthorNote granters={granters} />
      {isReplacing && (
        <Suspense fallback={<Skeleton h={120} />}>
          <ReplaceText onClose={() => setReplacing(false)} />
        </Suspense>
      )}
      {isExamples && (
        <Suspense fallback={<Skeleton h={240} />}>
          <Examples search={search} />
        </Suspense>
      )}
      {!isExamples && error && data && (
        <Text c="var(--caution)" role="status">
          {t('routines.old', { reason: error.message })}
        </Text>
      )}
      {!isExamples && error && !data && (
        <ErrorState title={t('routines.failed')} reason={error.message} onRetry={() => void refetch()} />
      )}
      {!isExamples && !error && !data && (
        <Stack gap={8} aria-label={t('screen.loading')}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} h={64} />
          ))}
        </Stack>
      )}
      {!isExamples && data?.items.length === 0 && (
        <NothingShown of={search === '' ? listed : 'search'} onShow={setShown} />
      )}
      {!isExamples && data && data.items.length > 0 && (
        <ul className={styles.list} data-old={error !== null || isPlaceholderData}>
          {data.items.map((routine) => (
            <RoutineRow
              key={routine.id}
              routine={routine}
              proposalCount={
                proposals.filter(
                  ({ routineID, baseVersion }) => routineID === routine.id && baseVersion === routine.version,
                ).length
              }
              actions={actions}
              mayAuthor={mayAuthor}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows why the list is empty, and what to do about it. */
function NothingShown(props: { readonly of: 'all' | 'templates' | 'search'; onShow(shown: Shown): void }) {
  const { t } = useTranslation();
  if (props.of === 'search') {
    return (
      <EmptyState Icon={IconListSearch} title={t('routines.nothingFound')} text={t('routines.nothingFoundHelp')} />
    );
  }
  if (props.of === 'all') {
    const tryOne = (
      <Button size="md" variant="default" onClick={() => props.onShow('examples')}>
        {t('routines.tryExample')}
      </Button>
    );
    return <EmptyState Icon={IconRoute} title={t('routines.none')} text={t('routines.noneHelp')} action={tryOne} />;
  }
  const showAll = (
    <Button size="md" variant="default" onClick={() => props.onShow('all')}>
      {t('routines.showAll')}
    </Button>
  );
  return (
    <EmptyState
      Icon={IconTemplate}
      title={t('routines.noTemplates')}
      text={t('routines.noTemplatesHelp')}
      action={showAll}
    />
  );
}
