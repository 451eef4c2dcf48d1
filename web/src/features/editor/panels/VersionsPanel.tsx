import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/versions.ts';
import { cell } from '../../../api/cell.ts';
import { useAcceptedProposals, useOpenProposals } from '../../../api/use-proposals.ts';
import { lazyScreen } from '../../../ui/lazy-screen.ts';
import { ErrorState } from '../../../ui/States.tsx';
import { showError } from '../../../ui/toasts.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { listVersions } from '../versions/list-versions.ts';
import { useVersionNames } from '../versions/use-version-names.ts';
import { type ListedVersion, VersionRow } from '../versions/VersionRow.tsx';

const CompareVersions = lazyScreen(() => import('../versions/CompareVersions.tsx'));

/** Saved versions of the routine, named ones first: their changes, and buttons to preview, compare and restore them. */
export function VersionsPanel() {
  const { t } = useTranslation(['translation', 'versions']);
  const { session } = useEditor();
  const [compared, setCompared] = useState<readonly [from: number, to: number]>();
  const { id } = session.routine;
  const proposalCount = useOpenProposals(id).filter(({ baseVersion }) => baseVersion === session.save.version).length;
  const names = useVersionNames(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['routines', id, 'versions', session.save.version],
    queryFn: () => cell.routines.versions(id, { limit: 100 }),
  });
  if (error)
    return <ErrorState title={t('editor.versionsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={200} />;
  const { named, others } = listVersions(data.items, names);
  // Unsaved changes are saved first, so that the newest version is the shown document.
  const compare = (version: number) =>
    void session.flush().then((current) => {
      setCompared(version === current ? [version - 1, version] : [version, current]);
    }, showError);
  return (
    <>
      {proposalCount > 0 && (
        <Button
          size="md"
          variant="light"
          c="var(--text)"
          renderRoot={(props) => <Link to="/proposals" search={{ routine: id }} {...props} />}
        >
          {t('routines.proposals', { count: proposalCount })}
        </Button>
      )}
      {named.length > 0 && <VersionList title={t('versions:named')} versions={named} onCompare={compare} />}
      <VersionList title={named.length > 0 ? t('versions:others') : undefined} versions={others} onCompare={compare} />
      {compared && (
        <Suspense>
          <CompareVersions
            versions={[...named, ...others]}
            from={compared[0]}
            to={compared[1]}
            onClose={() => setCompared(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ListProps {
  readonly title: string | undefined;
  readonly versions: readonly ListedVersion[];
  onCompare(version: number): void;
}

function VersionList({ title, versions, onCompare }: ListProps) {
  const accepted = useAcceptedProposals(useEditor().session.routine.id);
  return (
    <>
      {title !== undefined && <h2 className={styles.panelTitle}>{title}</h2>}
      <ul className={styles.plainList} aria-label={title}>
        {versions.map((listed) => (
          <VersionRow
            key={listed.version}
            listed={listed}
            proposal={accepted.get(listed.version)}
            onCompare={onCompare}
          />
        ))}
      </ul>
    </>
  );
}
