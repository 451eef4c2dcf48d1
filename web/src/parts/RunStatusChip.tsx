import type { RunStatus } from '@cellwright/domain';
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

/** How a run goes, or how it ended. */
export function RunStatusChip({ status }: { readonly status: RunStatus }) {
  const { t } = useTranslation();
  return (
    <StatusChip
      tone={tones[status]}
      word={t(`runStatus.${status}`)}
      Icon={status === 'running' ? IconPlayerPlayFilled : undefined}
    />
  );
}
