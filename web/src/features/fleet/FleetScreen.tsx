import '../../i18n/fleet.ts';
import { listFleetBoxes } from '@cellwright/calls';
import { type BoxStatus, boxStatuses, type FleetBox } from '@cellwright/domain/fleet';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { session } from '../../api/session.ts';
import { Page } from '../../ui/Page.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { showError } from '../../ui/toasts.ts';
import { BoxDetail } from './BoxDetail.tsx';
import { BoxTable } from './BoxTable.tsx';
import { EnrolBox, isEnrolmentUnsaved } from './EnrolBox.tsx';
import styles from './Fleet.module.css';
import { filterBoxes } from './filter-boxes.ts';
import { fleetKey } from './use-fleet-act.ts';
import { useNoRobot } from './use-no-robot.ts';
import { WavesSection } from './WavesSection.tsx';

const pollMS = 2000;

/** `/fleet` of a hub: the boxes, how they join and leave, and their updates. It has no robot, and so no frame of a cell. */
export default function FleetScreen() {
  const { t } = useTranslation('fleet');
  const [isEnrolling, setEnrolling] = useState(isEnrolmentUnsaved);
  const { data, error, refetch } = useQuery({
    queryKey: [fleetKey, 'boxes'],
    queryFn: ({ signal }) => cell.call(listFleetBoxes, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  useNoRobot(data !== undefined);
  return (
    <main className={styles.screen}>
      <Page title={t('title')} actions={<Actions onEnrol={() => setEnrolling(true)} />}>
        {isEnrolling && <EnrolBox onDone={() => setEnrolling(false)} />}
        {!data && error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton h={240} />}
        {data && !data.isReachable && (
          <p className={styles.problem} role="alert">
            {t('unreachable')}
          </p>
        )}
        {data?.items.length === 0 && <EmptyState Icon={IconServer} title={t('none')} text={t('noneHelp')} />}
        {data && data.items.length > 0 && <Boxes boxes={data.items} />}
        <WavesSection />
      </Page>
    </main>
  );
}

function Actions({ onEnrol }: { onEnrol(): void }) {
  const { t } = useTranslation('fleet');
  return (
    <>
      <Button size="md" onClick={onEnrol}>
        {t('enrol')}
      </Button>
      <Button size="md" variant="default" component="a" href="/users">
        {t('people')}
      </Button>
      <Button size="md" variant="default" onClick={() => void session.signOut().catch(showError)}>
        {t('signOut')}
      </Button>
    </>
  );
}

function Boxes({ boxes }: { readonly boxes: readonly FleetBox[] }) {
  const { t } = useTranslation('fleet');
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<BoxStatus | 'all'>('all');
  const [chosenID, setChosenID] = useState<string>();
  const shown = filterBoxes(boxes, { search, status });
  const chosen = boxes.find(({ id }) => id === chosenID);
  const choices = [
    { value: 'all' as const, label: t('all') },
    ...boxStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
  ];
  return (
    <>
      <div className={styles.tools}>
        <TextInput
          size="md"
          type="search"
          className={styles.search}
          label={t('search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Segments<BoxStatus | 'all'> label={t('state')} choices={choices} value={status} onChange={setStatus} />
      </div>
      <p className={styles.muted} aria-live="polite">
        {t('showing', { shown: shown.length, count: boxes.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState Icon={IconServer} title={t('noMatches')} text={t('noMatchesHelp')} />
      ) : (
        <BoxTable boxes={shown} chosenID={chosenID} onChoose={setChosenID} />
      )}
      {chosen && <BoxDetail key={chosen.id} box={chosen} onClose={() => setChosenID(undefined)} />}
    </>
  );
}
