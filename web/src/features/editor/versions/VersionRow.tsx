import { describeChanges } from '@cellwright/calls';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../../api/cell.ts';
import type { Proposal } from '../../../api/use-proposals.ts';
import { ChangeList } from '../../../parts/ChangeList.tsx';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useRestore } from './use-restore.ts';
import type { StoredVersionName } from './use-version-names.ts';
import { hasNameDraft, VersionNameForm } from './VersionNameForm.tsx';
import own from './Versions.module.css';

/** A save of the routine, with the name that someone gave it. */
export interface ListedVersion {
  readonly version: number;
  readonly savedAt: string | undefined;
  readonly savedByName: string;
  readonly named: StoredVersionName | undefined;
}

interface Props {
  readonly listed: ListedVersion;
  readonly proposal: Proposal | undefined;
  onCompare(version: number): void;
}

/** A version: its name, author and time; opened, also its changes and what can be done with it. */
export function VersionRow({ listed, proposal, onCompare }: Props) {
  const { t, i18n } = useTranslation(['translation', 'versions']);
  const { session } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const { version, savedAt, savedByName, named } = listed;
  const isCurrent = version === session.save.version;
  return (
    <li className={styles.version}>
      <button type="button" className={styles.listButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <b>{t('home.version', { version })}</b> {named && <b>{named.name} </b>}
        {describeMaker(t, savedByName)}{' '}
        {isCurrent && (
          <Badge variant="default" c="var(--text-muted)">
            {t('editor.current')}
          </Badge>
        )}
        {savedAt !== undefined && <span className={styles.muted}>{formatMoment(savedAt, i18n.language)}</span>}
      </button>
      {named && named.note !== '' && <p className={own.note}>{named.note}</p>}
      {isOpen && <Origin proposal={proposal} />}
      {isOpen && <Changes routineID={session.routine.id} version={version} />}
      <VersionActions listed={listed} isOpen={isOpen} onCompare={onCompare} />
    </li>
  );
}

function VersionActions({ listed, isOpen, onCompare }: Omit<Props, 'proposal'> & { readonly isOpen: boolean }) {
  const { t } = useTranslation(['translation', 'versions']);
  const { session, preview, previewVersion } = useEditor();
  const mayAuthor = useMayAuthor();
  const { version, named } = listed;
  const { id, name } = session.routine;
  const [isNaming, setNaming] = useState(() => hasNameDraft(id, version));
  const restore = useRestore();
  const isCurrent = version === session.save.version;
  const isPreviewed = version === previewVersion;
  if (isNaming) {
    const versionProps = { routineID: id, routineName: name, version, named };
    return <VersionNameForm {...versionProps} onClose={() => setNaming(false)} />;
  }
  return (
    <div className={own.buttons}>
      {!isCurrent && (
        <Button size="md" variant="default" disabled={!mayAuthor} onClick={() => void restore(version)}>
          {t('editor.restore')}
        </Button>
      )}
      {isOpen && !isCurrent && (
        <Button size="md" variant="default" onClick={() => preview(isPreviewed ? undefined : version)}>
          {t(isPreviewed ? 'versions:closePreview' : 'versions:preview')}
        </Button>
      )}
      {isOpen && (
        <Button size="md" variant="default" disabled={isCurrent && version === 1} onClick={() => onCompare(version)}>
          {t('versions:compare')}
        </Button>
      )}
      {isOpen && (
        <Button size="md" variant="default" disabled={!mayAuthor} onClick={() => setNaming(true)}>
          {t(named ? 'versions:rename' : 'versions:nameIt')}
        </Button>
      )}
    </div>
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
