import '../../i18n/box.ts';
import '../../i18n/control-panel.ts';
import '../../i18n/equipment-inspector.ts';
import { inspectEquipment } from '@cellwright/calls';
import type { EquipmentInspection } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { Button, Skeleton } from '@mantine/core';
import { IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { panelCell } from '../../api/control-panel.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { lazyScreen } from '../../ui/lazy-screen.ts';
import { ErrorState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ControlPanel.module.css';
import { copyTraffic } from './equipment-inspector/copy-traffic.ts';
import { DevicesPart, ErrorsPart } from './equipment-inspector/DeviceTables.tsx';
import { ConnectionsPart, FramesPart } from './equipment-inspector/TrafficTables.tsx';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

const RegistersPart = lazyScreen(() => import('./equipment-inspector/RegistersPart.tsx'));

const pollMS = 1000;

/** `/control-panel/equipment-inspector`: state, errors, traffic and registers of the devices, behind the PIN. */
export default function EquipmentInspectorScreen() {
  const robotKind = useRobotKind();
  return (
    <Gate>
      <EquipmentInspector key={robotKind} robotKind={robotKind} />
    </Gate>
  );
}

function EquipmentInspector({ robotKind }: { readonly robotKind: RobotKind }) {
  const { t } = useTranslation('equipmentInspector');
  const [deviceID, choose] = useState('');
  const [paused, pause] = useState<EquipmentInspection>();
  const { data, error, refetch } = useQuery({
    queryKey: ['equipmentInspection', robotKind, deviceID],
    queryFn: ({ signal }) =>
      panelCell.call(inspectEquipment, { robotKind, ...(deviceID !== '' && { id: deviceID }) }, { signal }),
    enabled: paused === undefined,
    refetchInterval: pollEvery(pollMS),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data: records } = useQuery({
    queryKey: ['equipment', 'inspected'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const device = records?.items.find(({ id }) => id === deviceID);
  const shown = paused ?? data;
  const inspection = shown && limitTo(shown, deviceID);
  return (
    <PanelPage
      title={t('title')}
      tools={
        <Tools inspection={inspection} isPaused={paused !== undefined} onPause={(on) => pause(on ? data : undefined)} />
      }
    >
      <p className={styles.muted}>{t(robotKind === 'live' ? 'helpLive' : 'helpSimulated')}</p>
      <div className={styles.pairs}>
        <IdSelect
          label={t('filter')}
          none={t('allDevices')}
          choices={records?.items.map(({ id, config }) => ({ id, name: config.name })) ?? []}
          value={deviceID}
          onChange={choose}
        />
      </div>
      {error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!inspection && !error && <Skeleton h={320} />}
      {inspection && <InspectionParts inspection={inspection} />}
      {device && (
        <Suspense fallback={null}>
          <RegistersPart key={device.id} device={device} />
        </Suspense>
      )}
    </PanelPage>
  );
}

interface ToolsProps {
  readonly inspection: EquipmentInspection | undefined;
  readonly isPaused: boolean;
  onPause(isPaused: boolean): void;
}

function Tools({ inspection, isPaused, onPause }: ToolsProps) {
  const { t } = useTranslation('equipmentInspector');
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <Button
        size="md"
        variant="default"
        disabled={!inspection}
        leftSection={<PauseIcon size={iconSizes.sm} aria-hidden />}
        onClick={() => onPause(!isPaused)}
      >
        {t(isPaused ? 'resume' : 'pause')}
      </Button>
      <Button
        size="md"
        variant="default"
        disabled={!inspection}
        leftSection={<IconCopy size={iconSizes.sm} aria-hidden />}
        onClick={() => inspection && void copyTraffic(inspection, t('copied'))}
      >
        {t('copy')}
      </Button>
    </>
  );
}

/** Returns the part of an inspection that describes one device; all of it for ''. */
function limitTo(inspection: EquipmentInspection, deviceID: string): EquipmentInspection {
  if (deviceID === '') return inspection;
  return { ...inspection, devices: inspection.devices.filter(({ id }) => id === deviceID) };
}

/** Everything that the cell returned about the devices. */
export function InspectionParts({ inspection: { devices } }: { readonly inspection: EquipmentInspection }) {
  return (
    <>
      <DevicesPart devices={devices} />
      <ErrorsPart devices={devices} />
      <ConnectionsPart devices={devices} />
      <FramesPart devices={devices} />
    </>
  );
}
