import { reviewProposal } from '@cellwright/calls';
import { describeProblem } from '@cellwright/domain/routine';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { proveFile } from '../../api/prove-routine.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { ChangeList } from '../../parts/ChangeList.tsx';
import { ProofResult } from '../../parts/proof/ProofResult.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { Decision } from './Decision.tsx';
import styles from './Proposals.module.css';
import type { Review } from './review.ts';

/** Proposal with its note, difference, problems and dry run, and the buttons that decide it. */
export function ProposalReview({ id }: { readonly id: string }) {
  const { t } = useTranslation('proposals');
  const { data, error, refetch } = useQuery({
    queryKey: ['routineProposals', 'review', id],
    queryFn: ({ signal }) => cell.call(reviewProposal, { id }, { signal }),
  });
  if (error && !data) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={200} />;
  const { proposal, changes, added, problems, isOutdated, currentVersion } = data;
  return (
    <div className={styles.review} data-testid="proposal-review">
      <Part title={t('note')}>
        <p className={styles.note}>{proposal.note}</p>
        <p className={styles.muted}>{t(`proposedWith.${proposal.proposedWith}`, { name: proposal.proposedByName })}</p>
      </Part>
      <Part title={t('changes')}>
        {proposal.baseVersion === 0 && <p className={styles.muted}>{t('wholeRoutine')}</p>}
        {proposal.baseVersion > 0 && changes.length === 0 && <p className={styles.muted}>{t('noChanges')}</p>}
        <ChangeList changes={changes} />
        {added.length > 0 && (
          <p>{t('added', { things: added.map(({ kind, name }) => `${t(`kinds.${kind}`)} ${name}`).join(', ') })}</p>
        )}
      </Part>
      {problems.length > 0 && (
        <Part title={t('problems')}>
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={`${problem.stepID} ${problem.fieldId} ${problem.message}`}>
                {describeProblem({ ...problem, message: translateMessage(problem) }, (path) => t('step', { path }))}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <DryRun document={data.document} isOpen={proposal.status === 'open'} />
      {isOutdated && (
        <p role="status" className={styles.outdated}>
          {currentVersion === 0 ? t('outdatedDeleted') : t('outdated', { version: currentVersion })}
        </p>
      )}
      <Decision review={data} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Dry run that starts automatically for an open proposal. */
function DryRun({ document, isOpen }: { readonly document: Review['document']; readonly isOpen: boolean }) {
  const proof = useAsked(document, proveFile);
  const { ask } = proof;
  useEffect(() => {
    if (isOpen) ask();
  }, [ask, isOpen]);
  return <ProofResult proof={proof} length={useLengthUnit()} />;
}
