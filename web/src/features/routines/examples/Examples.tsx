import '../../../i18n/examples.ts';
import type { KeptItem, ListedExample } from '@cellwright/domain/cell';
import { Badge, Button, Skeleton } from '@mantine/core';
import { IconListSearch, IconSchool } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayAuthor } from '../../../api/cell.ts';
import { useIsPanelOpen } from '../../../api/use-control-panel.ts';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { ConfirmSetUp } from './ConfirmSetUp.tsx';
import styles from './Examples.module.css';
import { iconOfExample } from './example-icons.ts';
import { matchesExample, useExampleTexts } from './example-texts.ts';
import { useExampleActions, useExamples } from './use-examples.ts';

/** Example routines as cards; what the cell lacks for one is set up after confirmation. */
export default function Examples({ search }: { readonly search: string }) {
  const { t } = useTranslation('examples');
  const navigate = useNavigate();
  const texts = useExampleTexts();
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useExamples(useIsPanelOpen());
  const open = (routineID: string) => void navigate({ to: '/routines/$routineID', params: { routineID } });
  const { setUp, remove, isBusy } = useExampleActions(open);
  if (error && !data) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  if (data.length === 0) return <EmptyState Icon={IconSchool} title={t('none')} text={t('noneHelp')} />;
  const asked = data.find(({ name }) => name === chosen);
  if (asked) {
    return (
      <ConfirmSetUp
        example={asked}
        isWaiting={setUp.isPending}
        onConfirm={() => setUp.mutate(asked.name)}
        onCancel={() => setChosen(undefined)}
      />
    );
  }
  const choose = (example: ListedExample) => {
    remove.reset();
    if (example.lacks.length > 0) setChosen(example.name);
    else if (example.isInCell) open(example.routineID);
    else setUp.mutate(example.name);
  };
  const found = data.filter((example) => matchesExample(search, texts.translate(example)));
  return (
    <>
      {remove.data && <RemovalResult count={remove.data.removed.length} kept={remove.data.kept} />}
      {found.length === 0 && <EmptyState Icon={IconListSearch} title={t('nothingFound')} text="" />}
      <ul className={styles.cards} aria-label={t('title')}>
        {found.map((example) => (
          <ExampleCard
            key={example.name}
            example={example}
            isBusy={isBusy}
            onOpen={() => choose(example)}
            onRemove={() => remove.mutate(example.name)}
          />
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  readonly example: ListedExample;
  readonly isBusy: boolean;
  onOpen(): void;
  onRemove(): void;
}

function ExampleCard({ example, isBusy, onOpen, onRemove }: CardProps) {
  const { t } = useTranslation('examples');
  const mayAuthor = useMayAuthor();
  const { translate, nameItem } = useExampleTexts();
  const { name, isInCell, lacks, brought } = example;
  const { title, text } = translate(example);
  const Icon = iconOfExample(name);
  return (
    <li className={styles.card} data-testid={`example-${name}`}>
      <div className={styles.head}>
        <Icon size={iconSizes.lg} stroke={1.4} aria-hidden />
        <h2>{title}</h2>
        {isInCell && (
          <Badge variant="default" c="var(--text-muted)">
            {t('inCell')}
          </Badge>
        )}
      </div>
      <p className={styles.text}>{text}</p>
      {lacks.length > 0 && <p className={styles.muted}>{t('setsUp', { names: lacks.map(nameItem).join(', ') })}</p>}
      <div className={styles.actions}>
        <Button
          size="md"
          variant="default"
          aria-label={t('openNamed', { title })}
          disabled={isBusy || !(mayAuthor || (isInCell && lacks.length === 0))}
          onClick={onOpen}
        >
          {t('open')}
        </Button>
        {brought.length > 0 && (
          <Button
            size="md"
            variant="subtle"
            color="gray"
            aria-label={t('removeNamed', { title })}
            disabled={isBusy || !mayAuthor}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Shows how many objects were removed, and why others were kept. */
function RemovalResult({ count, kept }: { readonly count: number; readonly kept: readonly KeptItem[] }) {
  const { t } = useTranslation('examples');
  const { nameItem } = useExampleTexts();
  return (
    <div className={styles.result} role="status" data-testid="example-removed">
      {t('removed', { count })}
      {kept.length > 0 && (
        <>
          {' '}
          {t('keptTitle')}:
          <ul>
            {kept.map((item) => (
              <li key={`${item.thing} ${item.id}`}>
                {nameItem(item)}: {t(`kept.${item.because}`, { names: item.usedBy.join(', ') })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
