import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/playback.ts';
import { ScrubBar } from '../../../parts/playback/ScrubBar.tsx';
import { usePlayback } from '../../../parts/playback/use-playback.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { markRecording } from '../session/dry-run-player.ts';
import type { PlayedDryRun } from '../session/use-dry-run-playback.ts';
import styles from './DryRunBar.module.css';

interface Props {
  readonly played: PlayedDryRun;
  onClose(): void;
}

/** Plays a dry run in the 3D view: its findings are marks on the bar. */
export default function DryRunBar({ played: { report, playback }, onClose }: Props) {
  const { t } = useTranslation('playback');
  const status = usePlayback(playback);
  const seconds = report.recording?.seconds ?? 0;
  const marks = useMemo(() => markRecording(report), [report]);
  const recorded = useMemo(() => ({ from: 0, to: seconds }), [seconds]);
  return (
    <section className={styles.dryRun} aria-label={t('dryRun.title')} data-testid="dry-run-bar">
      <header className={styles.head}>
        <b className={styles.notLive}>{t('dryRun.notLive')}</b>
        <ActionIcon size="md" aria-label={t('dryRun.close')} title={t('dryRun.close')} onClick={onClose}>
          <IconX size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </header>
      <ScrubBar playback={playback} status={status} replay={recorded} length={seconds} marks={marks} />
    </section>
  );
}
