import type { ProofFinding, ProofReport } from '@cellwright/domain/run';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { Playback } from '../../../parts/playback/playback.ts';
import { createDryRunPlayer, type DryRunInstant, type DryRunState } from './dry-run-player.ts';
import type { Proof } from './use-proof.ts';

/** Dry run that is played in the 3D view. */
export interface PlayedDryRun {
  readonly report: ProofReport;
  readonly playback: Playback<DryRunInstant>;
}

export interface DryRunPlayback {
  /** Undefined while none is played. */
  readonly played: PlayedDryRun | undefined;
  /** True if the dry run was recorded and the routine is unchanged. */
  readonly canOpen: boolean;
  open(): void;
  close(): void;
  /** Shows the instant of a finding of the played dry run. */
  goToFinding(finding: ProofFinding): void;
}

/** Playback of the newest dry run. It ends when the routine changes or a new dry run is there. */
export function useDryRunPlayback({ report, isOld }: Proof): DryRunPlayback {
  const [opened, setOpened] = useState<PlayedDryRun>();
  const recording = isOld ? undefined : report?.recording;
  const played = recording && opened?.report === report ? opened : undefined;
  const open = useCallback(() => {
    if (!report || !recording) return;
    const playback = new Playback(createDryRunPlayer(recording));
    playback.play();
    setOpened({ report, playback });
  }, [report, recording]);
  const close = useCallback(() => setOpened(undefined), []);
  return useMemo(
    () => ({
      played,
      canOpen: recording !== undefined,
      open,
      close,
      goToFinding(finding) {
        const at = played?.report.recording?.findings[played.report.findings.indexOf(finding)];
        if (at === undefined || at === null) return;
        played?.playback.pause();
        played?.playback.goTo(at);
      },
    }),
    [played, recording, open, close],
  );
}

const noUpdates = () => () => undefined;

/** Returns the step and the base at the shown instant; undefined while no dry run is played. */
export function useDryRunState(played: PlayedDryRun | undefined): DryRunState | undefined {
  const playback = played?.playback;
  return useSyncExternalStore(playback?.subscribe ?? noUpdates, () => playback?.status.instant?.state);
}
