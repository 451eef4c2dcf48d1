import type { DeviceDiagnosis, Diagnostics, RobotDiagnosis } from '@cellwright/domain/cell';
import { useTranslation } from 'react-i18next';
import { deviceKindLabel } from '../../../parts/device-kind-label.ts';
import { statusLooks, statusOf } from '../../../parts/device-status.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import { findDeviceError } from './find-problems.ts';

/** Robots with their states and failures. */
export function RobotsPart({ robots }: Pick<Diagnostics, 'robots'>) {
  const { t } = useTranslation('diagnostics');
  return (
    <Section title={t('robots')}>
      <FactTable
        headings={[t('robot'), t('state'), t('controller'), t('failure')]}
        rows={robots.map((robot) => ({
          id: robot.robotKind,
          cells: [
            <RobotName key="name" {...robot} />,
            robot.kind ?? t('unknown'),
            t(robot.isControllerConnected ? 'connected' : 'notConnected'),
            robot.failure ? <StatusChip key="failure" tone="danger" word={robot.failure.reason} /> : '–',
          ],
        }))}
      />
    </Section>
  );
}

function RobotName({ robotKind, isTwin = false }: Partial<RobotDiagnosis>) {
  const { t } = useTranslation('diagnostics');
  if (robotKind === 'simulated') return t('simulated');
  return t(isTwin ? 'twin' : 'live');
}

/** Devices with their states and last errors, as each robot sees them. */
export function DevicesPart({ devices, devicesProblem, robots }: Diagnostics) {
  const { t } = useTranslation('diagnostics');
  const isTwin = robots.some((robot) => robot.isTwin);
  if (devicesProblem !== null)
    return (
      <Section title={t('devices')}>
        <p role="alert">{t('devicesFailed', { reason: devicesProblem })}</p>
      </Section>
    );
  if (devices.length === 0)
    return (
      <Section title={t('devices')}>
        <p className={styles.muted}>{t('none')}</p>
      </Section>
    );
  return (
    <Section title={t('devices')}>
      <FactTable
        minWidth={640}
        headings={[t('device'), t('kind'), t('robot'), t('state'), t('lastError')]}
        rows={devices.map((device) => ({
          id: `${device.id} ${device.robotKind}`,
          cells: [
            device.name,
            deviceKindLabel(device.kind),
            <RobotName key="robot" robotKind={device.robotKind} isTwin={isTwin} />,
            <DeviceState key="state" device={device} />,
            findDeviceError(device) ?? '–',
          ],
        }))}
      />
    </Section>
  );
}

function DeviceState({ device }: { readonly device: DeviceDiagnosis }) {
  const { t } = useTranslation();
  const status = statusOf(device, { live: device.state ?? undefined, hasFailed: device.problem !== null });
  const { tone, word } = statusLooks[status];
  return <StatusChip tone={tone === 'good' ? 'neutral' : tone} word={t(word)} />;
}
