import '../../i18n/author.ts';
import '../../i18n/proposals.ts';
import { Badge, Skeleton } from '@mantine/core';
import { IconGitPullRequest } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useAuthorNote } from '../../api/use-author-note.ts';
import type { Proposal } from '../../api/use-proposals.ts';
import { AuthorNote } from '../../parts/Permitted.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { Page } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { ProposalReview } from './ProposalReview.tsx';
import styles from './Proposals.module.css';

/** `/proposals`: proposed versions of routines, to accept or reject; of one routine if the address names it. */
export default function ProposalsScreen() {
  const { t } = useTranslation('proposals');
  const { routine } = useSearch({ from: '/proposals' });
  const granters = useAuthorNote();
  const [openID, setOpenID] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['routineProposals', 'list', routine],
    queryFn: ({ signal }) => cell.routineProposals.find({ routineID: routine, limit: 100 }, signal),
  });
  // The newest open proposal is shown initially, and stays when it is decided.
  if (data && openID === undefined) setOpenID(data.items.find(({ status }) => status === 'open')?.id ?? '');
  return (
    <Page title={t('title')}>
      <AuthorNote granters={granters} />
      {error && !data && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h={200} />}
      {data?.items.length === 0 && <EmptyState Icon={IconGitPullRequest} title={t('none')} text={t('noneHelp')} />}
      <ul className={styles.list}>
        {data?.items.map((proposal) => (
          <li key={proposal.id}>
            <Row
              proposal={proposal}
              isOpen={proposal.id === openID}
              onToggle={() => setOpenID(proposal.id === openID ? '' : proposal.id)}
            />
            {proposal.id === openID && <ProposalReview id={proposal.id} />}
          </li>
        ))}
      </ul>
    </Page>
  );
}

interface RowProps {
  readonly proposal: Proposal;
  readonly isOpen: boolean;
  onToggle(): void;
}

function Row({ proposal, isOpen, onToggle }: RowProps) {
  const { t, i18n } = useTranslation('proposals');
  const { routineName, baseVersion, proposedByName, createdAt, status } = proposal;
  return (
    <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
      <strong>{routineName}</strong>
      <span>{baseVersion === 0 ? t('newRoutine') : t('ofVersion', { version: baseVersion })}</span>
      <span className={styles.muted}>
        {t('by', { name: proposedByName })} · {formatMoment(createdAt, i18n.language)}
      </span>
      <Badge variant="default" c="var(--text-muted)">
        {t(`status.${status}`)}
      </Badge>
    </button>
  );
}
