import { acceptProposal, rejectProposal } from '@cellwright/calls';
import { Button, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate, useMayAuthor } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError, showNote } from '../../ui/toasts.ts';
import styles from './Proposals.module.css';
import type { Review } from './review.ts';

/** Typed reasons by proposal id. */
const reasonDrafts = createDrafts<string>('reason');

/** Accepts or rejects a proposal; a decided one shows who decided. */
export function Decision({ review }: { readonly review: Review }) {
  const { t } = useTranslation('proposals');
  const mayAuthor = useMayAuthor();
  const invalidate = useInvalidate();
  const [isBusy, setBusy] = useState(false);
  const { proposal, isOutdated } = review;
  const { id, status, routineID, routineName } = proposal;
  const [draft, setReason] = useDraft(reasonDrafts, id, t('reason'));
  const reason = draft ?? '';
  const decide = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      const done = await work();
      setReason(undefined);
      showNote(done);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
      invalidate('routineProposals');
      invalidate('routines');
    }
  };
  const accept = () =>
    decide(async () => {
      const { acceptedVersion } = await cell.call(acceptProposal, { id });
      return t('acceptedNote', { name: routineName, version: acceptedVersion });
    });
  const reject = () =>
    decide(async () => {
      await cell.call(rejectProposal, { id, reason });
      return t('rejectedNote', { name: routineName });
    });
  if (status !== 'open') return <Decided proposal={proposal} />;
  return (
    <div className={styles.decision}>
      <Button
        size="md"
        disabled={!mayAuthor || isOutdated || isBusy}
        leftSection={<IconCheck size={iconSizes.sm} aria-hidden />}
        onClick={() => void accept()}
      >
        {t('accept')}
      </Button>
      <TextInput
        size="md"
        className={styles.reason}
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={1000}
        disabled={!mayAuthor || isBusy}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value === '' ? undefined : value)}
      />
      <Button
        size="md"
        variant="default"
        disabled={!mayAuthor || isBusy || reason.trim() === ''}
        leftSection={<IconX size={iconSizes.sm} aria-hidden />}
        onClick={() => void reject()}
      >
        {t('reject')}
      </Button>
      {proposal.baseVersion > 0 && <OpenRoutine id={routineID} />}
    </div>
  );
}

function Decided({ proposal }: { readonly proposal: Review['proposal'] }) {
  const { t } = useTranslation('proposals');
  const { status, decidedByName, acceptedVersion, reason, routineID } = proposal;
  return (
    <div className={styles.decision}>
      {status === 'accepted' && <span>{t('acceptedBy', { name: decidedByName, version: acceptedVersion })}</span>}
      {status === 'rejected' && <span>{t('rejectedBy', { name: decidedByName, reason })}</span>}
      {status === 'accepted' && <OpenRoutine id={routineID} />}
    </div>
  );
}

function OpenRoutine({ id }: { readonly id: string }) {
  const { t } = useTranslation('proposals');
  return (
    <Button
      size="md"
      variant="default"
      renderRoot={(props) => <Link to="/routines/$routineID" params={{ routineID: id }} {...props} />}
    >
      {t('openRoutine')}
    </Button>
  );
}
