import '../../i18n/calibrate.ts';
import '../../i18n/camera-viewer.ts';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { CameraCalibrator } from './CameraCalibrator.tsx';
import { NoCameras } from './NoCameras.tsx';

/** `/calibrate-arm`: finds where a camera is, by pictures of a printed board. */
export default function CalibrateScreen() {
  const { t } = useTranslation('calibrate');
  return (
    <Page title={t('title')}>
      <Cameras />
    </Page>
  );
}

function Cameras() {
  const { t } = useTranslation('calibrate');
  const [chosen, setChosen] = useState('');
  const [isUnsaved, setUnsaved] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'cameras'],
    queryFn: ({ signal }) => cell.equipment.find({ isEnabled: true, limit: 200 }, signal),
  });
  if (!data && error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  const cameras = data.items.filter(({ config }) => describeCapabilities(config).camera);
  const [first] = cameras;
  if (!first) return <NoCameras />;
  const device = cameras.find(({ id }) => id === chosen) ?? first;
  const choices = cameras.map(({ id, config }) => ({ id, name: config.name }));
  return (
    <>
      {cameras.length > 1 && (
        <IdSelect
          maw={400}
          label={t('camera')}
          // Another camera would lose the pictures of this one.
          disabled={isUnsaved}
          description={isUnsaved ? t('unsavedHelp') : undefined}
          choices={choices}
          value={device.id}
          onChange={setChosen}
        />
      )}
      <CameraCalibrator key={device.id} device={device} onUnsaved={setUnsaved} />
    </>
  );
}
