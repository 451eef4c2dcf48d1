import '../../i18n/box.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeviceState, useDeviceStates } from '../../api/use-device-states.ts';
import { useLoadedRoutine } from '../../api/use-loaded-routine.ts';
import { statusLooks, statusOf } from '../../parts/device-status.ts';
import type { BrokenDevice } from '../../parts/next-action.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './HomeDevices.module.css';
import { listUsedDevices } from './used-devices.ts';

interface Props {
  /** Called with the first device of the loaded routine that does not work; undefined if all do. */
  onBroken(device: BrokenDevice | undefined): void;
}

/** Enabled devices of the cell, each with its state and a link to it. */
export default function HomeDevices({ onBroken }: Props) {
  const { t } = useTranslation();
  const { states } = useDeviceStates();
  const used = useUsedDevices(states);
  const shown = states?.map((state) => ({ ...state, status: statusOf(state.device, state) }));
  const broken = shown?.find(({ device, status }) => (status === 'offline' || status === 'error') && used(device.id));
  const name = broken?.device.config.name;
  const isReached = broken?.status === 'error';
  useEffect(() => onBroken(name === undefined ? undefined : { name, isReached }), [onBroken, name, isReached]);
  if (!shown || shown.length === 0) return null;
  return (
    <nav className={styles.devices} aria-label={t('home.devices')} data-testid="home-devices">
      {shown.map(({ device, status }) => (
        <AppLink key={device.id} href={`/box?device=${encodeURIComponent(device.id)}`} className={styles.device}>
          <span>{device.config.name}</span>
          <StatusChip tone={statusLooks[status].tone} word={t(statusLooks[status].word)} />
        </AppLink>
      ))}
    </nav>
  );
}

/** True for devices that the loaded version of the routine uses; false while that is unknown. */
function useUsedDevices(states: readonly DeviceState[] | undefined): (id: string) => boolean {
  const routine = useLoadedRoutine();
  const used = routine && listUsedDevices(routine, states?.map(({ device }) => device) ?? []);
  return (deviceID) => used?.has(deviceID) ?? false;
}
