import { describeChanges } from '@cellwright/calls';
import { Badge, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../../api/cell.ts';
import { type Proposal, useAcceptedProposals, useOpenProposals } from '../../../api/use-proposals.ts';
import { ChangeList } from '../../../parts/ChangeList.tsx';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { ErrorState } from '../../../ui/States.tsx';
import { showError, showUndo } from '../../../ui/toasts.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Saved versions of the routine, each with its changes and a button to restore it. */
export function VersionsPanel() {
  const { t, i18n } = useTranslation();
  const { session, mayEdit } = useEditor();
  const [openVersion, setOpenVersion] = useState<number>();
  const { id } = session.routine;
  const proposalCount = useOpenProposals(id).filter(({ baseVersion }) => baseVersion === session.save.version).length;
  const accepted = useAcceptedProposals(id);
  const { data, error, refetch } = useQuery({
    queryKey: ['routines', id, 'versions', session.save.version],
    queryFn: () => cell.routines.versions(id, { limit: 100 }),
  });
  if (error)
    return <ErrorState title={t('editor.versionsFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={200} />;
  // An earlier version is restored as a new change, so that it can be undone.
  const restore = async (version: number) => {
    try {
      const { version: _, updatedByID, updatedByName, ...routine } = await cell.routines.get(id, { version });
      session.apply(() => routine);
      showUndo(t('editor.restored', { version }), t('editor.undo'), session.undo);
    } catch (failure) {
      showError(failure);
    }
  };
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
      <ul className={styles.plainList}>
        {data.items.map(({ version, savedAt, savedByName }) => (
          <li key={version} className={styles.version}>
            <button
              type="button"
              className={styles.listButton}
              aria-expanded={openVersion === version}
              onClick={() => setOpenVersion(openVersion === version ? undefined : version)}
            >
              <b>{t('home.version', { version })}</b> {describeMaker(t, savedByName)}{' '}
              {version === session.save.version && (
                <Badge variant="default" c="var(--text-muted)">
                  {t('editor.current')}
                </Badge>
              )}
              <span className={styles.muted}>{formatMoment(savedAt, i18n.language)}</span>
            </button>
            {openVersion === version && <Origin proposal={accepted.get(version)} />}
            {openVersion === version && <Changes routineID={id} version={version} />}
            {version !== session.save.version && (
              <Button size="md" variant="default" disabled={!mayEdit} onClick={() => void restore(version)}>
                {t('editor.restore')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the origin of a version, if it was proposed. */
function Origin({ proposal }: { readonly proposal: Proposal | undefined }) {
  const { t } = useTranslation();
  if (!proposal) return null;
  const { proposedByName: proposer, decidedByName: name = '', note } = proposal;
  return <p className={styles.muted}>{t('editor.accepted', { proposer, name, note })}</p>;
}

function Changes({ routineID, version }: { readonly routineID: string; readonly version: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['routines', routineID, 'changes', version],
    queryFn: () => cell.call(describeChanges, { id: routineID, from: version - 1, to: version }),
    enabled: version > 1,
  });
  if (version === 1) return <p className={styles.muted}>{t('editor.firstVersion')}</p>;
  if (error) return <p className={styles.muted}>{error.message}</p>;
  return <ChangeList changes={data?.changes ?? []} />;
}
