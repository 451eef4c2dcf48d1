import '../../i18n/control-panel.ts';
import type { FlagCategory } from '@cellwright/domain/cell';
import { Skeleton, TextInput } from '@mantine/core';
import { IconFlag, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSharedFlags } from '../../api/use-flags.ts';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ControlPanel.module.css';
import { FlagRow } from './FlagRow.tsx';
import { findFlags } from './find-flags.ts';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

/** Flags of one kind: for the whole cell, and for this browser. */
export function FlagsPage({ category }: { readonly category: FlagCategory }) {
  return (
    <Gate>
      <Flags category={category} />
    </Gate>
  );
}

function Flags({ category }: { readonly category: FlagCategory }) {
  const { t } = useTranslation('controlPanel');
  const [search, setSearch] = useState('');
  return (
    <PanelPage
      title={`${t('index')} · ${t(`categories.${category}.title`)}`}
      tools={
        <TextInput
          size="md"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      <FlagList category={category} search={search} />
    </PanelPage>
  );
}

function FlagList({ category, search }: { readonly category: FlagCategory; readonly search: string }) {
  const { t } = useTranslation('controlPanel');
  const { data, error, refetch } = useSharedFlags();
  if (!data && error) {
    return <ErrorState title={t('flagsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton h={240} />;
  const groups = findFlags(category, search, (name) => `${t(`flags.${name}.title`)} ${t(`flags.${name}.description`)}`);
  if (groups.length === 0) return <EmptyState Icon={IconFlag} title={t('none')} text={t('noneHelp')} />;
  return groups.map(({ section, names }) => (
    <Section key={section} title={t(`sections.${section}`)}>
      {names.map((name) => (
        <FlagRow key={name} name={name} shared={data[name]} />
      ))}
    </Section>
  ));
}
