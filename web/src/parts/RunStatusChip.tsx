import type { Run, RunStatus } from '@cellwright/domain/run';
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

/** Shows the status of a run; a requested stop after the cycle has its own label. */
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
