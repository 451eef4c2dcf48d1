import type { TrafficConnection } from '@cellwright/domain/equipment';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import type { DevicesProps } from './DeviceTables.tsx';
import { decodeFrame } from './decode-frame.ts';
import { describeFrame } from './describe-frame.ts';
import { formatClockTime, readHex, showText, spaceHex } from './format-frames.ts';
import { type ListedFrame, listFrames } from './list-frames.ts';

/** Bytes of a frame on the screen; a copy has all stored ones. */
const maxShownBytes = 48;

/** Connections to the devices, newest first. */
export function ConnectionsPart({ devices }: DevicesProps) {
  const { t } = useTranslation('equipmentInspector');
  const connections = devices
    .flatMap(({ name, connections }) => connections.map((connection) => ({ name, connection })))
    .toSorted((one, other) => other.connection.number - one.connection.number);
  return (
    <Section title={t('connections')}>
      {connections.length === 0 && <p className={styles.muted}>{t('noConnections')}</p>}
      {connections.length > 0 && (
        <FactTable
          minWidth={720}
          headings={[t('number'), t('device'), t('protocol'), t('address'), t('opened'), t('state'), t('frameCount')]}
          rows={connections.map(({ name, connection }) => ({
            id: String(connection.number),
            cells: [
              connection.number,
              name,
              t(`protocols.${connection.protocol}`),
              connection.address,
              formatClockTime(connection.openedAt),
              <ConnectionState key="state" connection={connection} />,
              connection.frameCount,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function ConnectionState({ connection: { closedAt, problem } }: { readonly connection: TrafficConnection }) {
  const { t } = useTranslation('equipmentInspector');
  if (closedAt === null) return <StatusChip tone="neutral" word={t('open')} />;
  const time = formatClockTime(closedAt);
  if (problem === null) return <StatusChip tone="neutral" word={t('closed', { time })} />;
  return (
    <>
      <StatusChip tone="danger" word={t('connectionFailed', { time })} /> {problem}
    </>
  );
}

/** Frames of all connections, newest first. */
export function FramesPart({ devices }: DevicesProps) {
  const { t } = useTranslation('equipmentInspector');
  const frames = listFrames(devices);
  return (
    <Section title={t('traffic')}>
      <p className={styles.muted}>{t('trafficHelp')}</p>
      {frames.length === 0 && <p className={styles.muted}>{t('noFrames')}</p>}
      {frames.length > 0 && (
        <FactTable
          minWidth={1000}
          headings={[t('time'), t('device'), t('connection'), t('direction'), t('size'), t('content'), t('bytes')]}
          rows={frames.map((frame) => ({
            id: String(frame.sequence),
            cells: [
              formatClockTime(frame.at),
              frame.device,
              `${frame.connection.number} ${t(`protocols.${frame.connection.protocol}`)}`,
              t(frame.direction),
              frame.size,
              describeFrame(decodeFrame(frame.connection.protocol, frame), t),
              <FrameBytes key="bytes" frame={frame} />,
            ],
          }))}
        />
      )}
    </Section>
  );
}

function FrameBytes({ frame: { hex, size } }: { readonly frame: ListedFrame }) {
  const { t } = useTranslation('equipmentInspector');
  const shown = hex.slice(0, 2 * maxShownBytes);
  const hidden = size - shown.length / 2;
  return (
    <div className={styles.bytes}>
      <div>{spaceHex(shown)}</div>
      <div className={styles.muted}>{showText(readHex(shown))}</div>
      {hidden > 0 && <div className={styles.muted}>{t('moreBytes', { count: hidden })}</div>}
    </div>
  );
}
