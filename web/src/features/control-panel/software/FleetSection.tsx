import '../../../i18n/fleet.ts';
import { getFleetMembership, joinFleet, leaveFleet } from '@cellwright/calls';
import type { FleetMembership } from '@cellwright/domain/fleet';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../../api/control-panel.ts';
import { pollEvery } from '../../../api/poll-every.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useTextDraft } from '../../../api/unsaved/use-text-draft.ts';
import { Section } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { showError } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';

const queryKey = ['fleetMembership'];
const pollMS = 2000;

/** Membership of this box in a fleet: its serial number, and how it joins and leaves. */
export function FleetSection() {
  const { t } = useTranslation('fleet');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => panelCell.call(getFleetMembership, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  return (
    <Section title={t('membership')}>
      {!data && error && (
        <ErrorState title={t('membershipFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={80} />}
      {data && <p className={styles.muted}>{t('ownSerial', { serial: data.serial })}</p>}
      {data && (data.hubURL === null ? <JoinForm /> : <Member membership={data} />)}
    </Section>
  );
}

function useMembershipAct<Input>(act: (input: Input) => Promise<FleetMembership>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (membership) => queries.setQueryData(queryKey, membership),
    onError: showError,
  });
}

function Member({ membership }: { readonly membership: FleetMembership }) {
  const { t } = useTranslation('fleet');
  const { hubURL, isConnected, problem, waitingFacts } = membership;
  const leave = useMembershipAct(() => panelCell.call(leaveFleet, {}));
  return (
    <>
      <div className={styles.tools}>
        <span>{t('joined', { url: hubURL })}</span>
        <StatusChip tone={isConnected ? 'good' : 'caution'} word={t(isConnected ? 'connected' : 'disconnected')} />
        <Button size="md" variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          {t('leave')}
        </Button>
      </div>
      {problem !== null && <p className={styles.muted}>{problem}</p>}
      {waitingFacts > 0 && <p className={styles.muted}>{t('waiting', { count: waitingFacts })}</p>}
    </>
  );
}

const initialTexts = { hubURL: '', code: '' };
/** The hub that is being typed. It outlives the form: the control panel may be locked meanwhile. */
const joinDrafts = createDrafts<Readonly<Record<keyof typeof initialTexts, string>>>('join');

function JoinForm() {
  const { t } = useTranslation('fleet');
  const { texts, field, discard } = useTextDraft(joinDrafts, 'new', t('membership'), initialTexts);
  const [hubURL, code] = [texts.hubURL.trim(), texts.code.trim()];
  const join = useMembershipAct(async () => {
    const membership = await panelCell.call(joinFleet, { hubURL, code });
    discard();
    return membership;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <p className={styles.muted}>{t('notJoined')}</p>
      <div className={styles.tools}>
        <TextInput {...field('hubURL')} type="url" label={t('hubURL')} />
        <TextInput {...field('code')} label={t('code')} autoComplete="off" />
        <Button size="md" type="submit" loading={join.isPending} disabled={hubURL === '' || code === ''}>
          {t('join')}
        </Button>
      </div>
    </form>
  );
}
