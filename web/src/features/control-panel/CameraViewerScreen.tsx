import '../../i18n/camera-viewer.ts';
import '../../i18n/control-panel.ts';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import { Skeleton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { CameraViewer } from '../../connected/camera-viewer/CameraViewer.tsx';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { Section } from '../../ui/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './ControlPanel.module.css';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

/** `/control-panel/camera-viewer`: what a camera sees, behind the PIN. */
export default function CameraViewerScreen() {
  const { t } = useTranslation('cameraViewer');
  return (
    <Gate>
      <PanelPage title={t('title')}>
        <Cameras />
      </PanelPage>
    </Gate>
  );
}

function Cameras() {
  const { t } = useTranslation('cameraViewer');
  const [chosen, setChosen] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'cameras'],
    queryFn: ({ signal }) => cell.equipment.find({ isEnabled: true, limit: 200 }, signal),
  });
  if (!data && error) return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  const cameras = data.items.filter(({ config }) => describeCapabilities(config).camera);
  const [first] = cameras;
  if (!first) return <EmptyState Icon={IconCamera} title={t('none')} text={t('noneHelp')} />;
  const id = chosen === '' ? first.id : chosen;
  const device = cameras.find((camera) => camera.id === id);
  const choices = cameras.map((camera) => ({ id: camera.id, name: camera.config.name }));
  return (
    <Section title={device?.config.name ?? t('title')}>
      {(cameras.length > 1 || !device) && (
        <IdSelect className={styles.search} label={t('camera')} choices={choices} value={id} onChange={setChosen} />
      )}
      {device && <CameraViewer key={device.id} device={device} />}
    </Section>
  );
}
