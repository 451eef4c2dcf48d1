import { listWaves } from '@cellwright/calls';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { isWaveUnsaved, NewWaveForm } from './NewWaveForm.tsx';
import { fleetKey } from './use-fleet-act.ts';
import { WaveRow } from './WaveRow.tsx';

const pollMS = 2000;
/** Update waves: the form of a new one, and the progress of the others. */
export function WavesSection() {
  const { t } = useTranslation('fleet');
  const [isNew, setNew] = useState(isWaveUnsaved);
  const { data, error, refetch } = useQuery({
    queryKey: [fleetKey, 'waves'],
    queryFn: ({ signal }) => cell.call(listWaves, {}, { signal }),
    refetchInterval: pollEvery(pollMS),
  });
  return (
    <Section title={t('waves')}>
      {!data && error && <ErrorState title={t('wavesFailed')} reason={error.message} onRetry={() => void refetch()} />}
      {isNew ? (
        <NewWaveForm onDone={() => setNew(false)} />
      ) : (
        <Button size="md" variant="default" onClick={() => setNew(true)}>
          {t('newWave')}
        </Button>
      )}
      {data?.items.map((wave) => (
        <WaveRow key={wave.id} wave={wave} />
      ))}
    </Section>
  );
}
