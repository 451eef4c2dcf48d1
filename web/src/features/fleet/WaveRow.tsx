import { cancelWave, holdWave, resumeWave } from '@cellwright/calls';
import type { BoxProblem, Wave, WaveStatus } from '@cellwright/domain/fleet';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useMe } from '../../api/use-me.ts';
import { formatMoment } from '../../ui/format-time.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import styles from './Fleet.module.css';
import { useFleetAct } from './use-fleet-act.ts';

const tones: Record<WaveStatus, Tone> = {
  ...{ running: 'notice', held: 'caution', halted: 'danger', finished: 'good', cancelled: 'neutral' },
};

/** A wave: its progress by group, why it has stopped, and what a person can do with it. */
export function WaveRow({ wave }: { readonly wave: Wave }) {
  const { t, i18n } = useTranslation('fleet');
  const { id, status, counts } = wave;
  const me = useMe();
  const name = me.data?.user?.name ?? '';
  const hold = useFleetAct(() => cell.call(holdWave, { id, reason: t('heldByPerson', { name }) }));
  const resume = useFleetAct(() => cell.call(resumeWave, { id }));
  const cancel = useFleetAct(() => cell.call(cancelWave, { id }));
  const isOpen = status === 'running' || status === 'held' || status === 'halted';
  return (
    <article className={styles.wave} aria-label={wave.buildID}>
      <div className={styles.waveHead}>
        <strong>{wave.buildID}</strong>
        <StatusChip tone={tones[status]} word={t(`waveStatus.${status}`)} />
        <span className={styles.muted}>
          {formatMoment(wave.createdAt, i18n.language)} · {wave.createdBy}
        </span>
        {status === 'running' && (
          <Button size="md" variant="default" loading={hold.isPending} onClick={() => hold.mutate(undefined)}>
            {t('hold')}
          </Button>
        )}
        {(status === 'held' || status === 'halted') && (
          <Button size="md" variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
            {t('resume')}
          </Button>
        )}
        {isOpen && (
          <Button size="md" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            {t('cancelWave')}
          </Button>
        )}
      </div>
      <Reason wave={wave} />
      <ul className={styles.groups}>
        {counts.map(({ waiting, requested, ...closed }, group) => (
          <li key={wave.groups[group]}>{t('group', { number: group + 1, ...closed, open: waiting + requested })}</li>
        ))}
      </ul>
    </article>
  );
}

/** Shows the words of the person who holds the wave, or why it has halted. */
function Reason({ wave: { status, reason, problems, currentGroup, counts } }: { readonly wave: Wave }) {
  const { t } = useTranslation('fleet');
  if (status !== 'halted') return reason !== null && <p className={styles.problem}>{reason}</p>;
  const { failed = 0, degraded = 0 } = counts[currentGroup] ?? {};
  return (
    <>
      <p className={styles.problem}>{t('haltReason', { number: currentGroup + 1, boxes: failed + degraded })}</p>
      {problems.map(({ box, problem }) => (
        <p key={box} className={styles.problem}>
          {box}: <Problem problem={problem} />
        </p>
      ))}
    </>
  );
}

function Problem({ problem }: { readonly problem: BoxProblem }) {
  const { t } = useTranslation('fleet');
  if (problem.kind === 'reverted') return t('problem.reverted', { build: problem.buildID });
  const { before, after } = problem;
  if (problem.kind === 'failures') return t('problem.failures', { before, after });
  const seconds = { before: quantityText(before, 1), after: quantityText(after, 1) };
  return t('problem.slower', { routine: problem.routine, ...seconds });
}
