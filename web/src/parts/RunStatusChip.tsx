import type { Run, RunStatus } from '@cellwright/domain';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../ui/StatusChip.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const tones: Record<RunStatus, Tone> = {
  running: 'good',
  paused: 'caution',
  completed: 'good',
  stopped: 'neutral',
  failed: 'danger',
  interrupted: 'danger',
};

interface Props {
  readonly status: RunStatus;
  readonly stop?: Run['stop'];
}

/** Shows how a run goes, or how it ended: a stop after the cycle, which was wished for, apart from all others. */
export function RunStatusChip({ status, stop }: Props) {
  const { t } = useTranslation();
  return (
    <StatusChip
      tone={tones[status]}
      word={t(`runStatus.${status === 'stopped' && stop?.how === 'afterCycle' ? 'stoppedAfterCycle' : status}`)}
      Icon={status === 'running' ? IconPlayerPlayFilled : undefined}
    />
  );
}
