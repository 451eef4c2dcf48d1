import { getBoxTimeline, revokeBox } from '@cellwright/calls';
import type { FleetBox } from '@cellwright/domain/fleet';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { Section } from '../../ui/Page.tsx';
import { EnrolBox } from './EnrolBox.tsx';
import styles from './Fleet.module.css';
import { nameOf } from './filter-boxes.ts';
import { LabelsForm } from './LabelsForm.tsx';
import { fleetKey, useFleetAct } from './use-fleet-act.ts';

const pollMS = 5000;

/** One box: its name and notes, its keys, and what happened on it. */
export function BoxDetail({ box, onClose }: { readonly box: FleetBox; onClose(): void }) {
  const { t, i18n } = useTranslation('fleet');
  const [isEnrolling, setEnrolling] = useState(false);
  const dropped = box.state?.droppedFacts ?? 0;
  return (
    <Section title={nameOf(box)}>
      {box.codeExpiresAt !== null && (
        <p className={styles.muted}>{t('codeOpen', { time: formatMoment(box.codeExpiresAt, i18n.language) })}</p>
      )}
      <LabelsForm box={box} />
      <div className={styles.buttons}>
        <RevokeButton box={box} />
        <Button size="md" variant="default" onClick={() => setEnrolling(true)}>
          {t('newCode')}
        </Button>
        <Button size="md" variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      {isEnrolling && <EnrolBox serial={box.serial} onDone={() => setEnrolling(false)} />}
      {dropped > 0 && <p className={styles.problem}>{t('dropped', { count: dropped })}</p>}
      <Timeline id={box.id} />
    </Section>
  );
}

/** Asks in place before it revokes. */
function RevokeButton({ box }: { readonly box: FleetBox }) {
  const { t } = useTranslation('fleet');
  const [isAsking, setAsking] = useState(false);
  const revoke = useFleetAct(() => cell.call(revokeBox, { id: box.id }));
  if (box.status === 'revoked') return null;
  if (!isAsking)
    return (
      <Button size="md" variant="default" onClick={() => setAsking(true)}>
        {t('revoke')}
      </Button>
    );
  return (
    <>
      <span className={styles.question}>{t('revokeQuestion')}</span>
      <Button size="md" variant="default" autoFocus onClick={() => setAsking(false)}>
        {t('keep')}
      </Button>
      <Button size="md" color="red" loading={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
        {t('revoke')}
      </Button>
    </>
  );
}

function Timeline({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation('fleet');
  const { data } = useQuery({
    queryKey: [fleetKey, 'timeline', id],
    queryFn: ({ signal }) => cell.call(getBoxTimeline, { id }, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  return (
    <>
      <h3>{t('timeline')}</h3>
      {data?.items.length === 0 && <p className={styles.muted}>{t('noFacts')}</p>}
      <ol className={styles.timeline}>
        {data?.items.map((fact) => (
          <li key={fact.id}>
            <time dateTime={fact.at}>{formatMoment(fact.at, i18n.language)}</time>
            <span>{t(`fact.${fact.kind}`)}</span>
            <span>{fact.text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
