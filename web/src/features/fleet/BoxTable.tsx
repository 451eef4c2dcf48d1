import type { BoxStatus, FleetBox, ReportedRobot } from '@cellwright/domain/fleet';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../ui/format-time.ts';
import { quantityText } from '../../ui/quantity-text.ts';
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx';
import styles from './Fleet.module.css';
import { nameOf } from './filter-boxes.ts';

const tones: Record<BoxStatus, Tone> = {
  awaitingSetup: 'notice',
  online: 'good',
  offline: 'caution',
  revoked: 'neutral',
};
const columns = ['box', 'state', 'lastSeen', 'build', 'run', 'failures', 'clock', 'whyNot'] as const;

interface BoxTableProps {
  readonly boxes: readonly FleetBox[];
  readonly chosenID: string | undefined;
  onChoose(id: string): void;
}

/** The boxes, one per row, with what an operator looks at first. */
export function BoxTable({ boxes, chosenID, onChoose }: BoxTableProps) {
  const { t } = useTranslation('fleet');
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {boxes.map((box) => (
            <BoxRow key={box.id} box={box} isChosen={box.id === chosenID} onChoose={() => onChoose(box.id)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BoxRow({ box, isChosen, onChoose }: { box: FleetBox; isChosen: boolean; onChoose(): void }) {
  const { t, i18n } = useTranslation('fleet');
  const { state } = box;
  return (
    <tr>
      <td>
        <button type="button" className={styles.choose} aria-pressed={isChosen} onClick={onChoose}>
          <strong>{nameOf(box)}</strong>
          <span className={styles.muted}>
            {[box.alias === '' ? '' : box.serial, ...box.tags].filter(Boolean).join(' · ')}
          </span>
        </button>
      </td>
      <td>
        <StatusChip tone={tones[box.status]} word={t(`status.${box.status}`)} />
      </td>
      <td>
        {box.lastSeenAt === null ? (
          t('never')
        ) : (
          <time dateTime={box.lastSeenAt}>{formatMoment(box.lastSeenAt, i18n.language)}</time>
        )}
      </td>
      <td>
        {state?.software.buildID}
        {state?.software.stage && (
          <p className={styles.muted}>
            {t('installing', { build: state.software.targetBuildID, stage: state.software.stage })}
          </p>
        )}
      </td>
      <td>{state && <RunText robots={state.robots} />}</td>
      <td>{state?.failuresPerHour}</td>
      <td>{state?.clockSkewMS != null && t('seconds', { value: quantityText(state.clockSkewMS / 1000, 1) })}</td>
      <td className={styles.why}>
        <WhyNot box={box} />
      </td>
    </tr>
  );
}

/** The run of the live robot, or else of the simulated one. */
function RunText({ robots }: { readonly robots: readonly ReportedRobot[] }) {
  const { t } = useTranslation('fleet');
  const robot = robots.find(({ robotKind, run }) => robotKind === 'live' && run) ?? robots.find(({ run }) => run);
  if (!robot?.run) return null;
  const { cycleTimeSeconds, status } = robot.run;
  const details = [
    t(`runStatus.${status}`),
    ...(cycleTimeSeconds === null ? [] : [t('cycle', { seconds: quantityText(cycleTimeSeconds, 1) })]),
    ...(robot.robotKind === 'simulated' ? [t('simulated')] : []),
  ];
  return (
    <>
      {robot.routineName}
      <p className={styles.muted}>{details.join(' ')}</p>
    </>
  );
}

function WhyNot({ box: { updateHold, state } }: { readonly box: FleetBox }) {
  const { t } = useTranslation('fleet');
  const obstacle = state?.software.obstacle;
  if (updateHold !== '') return t('obstacle.held', { reason: updateHold });
  if (!obstacle) return null;
  return (
    <>
      {t(`obstacle.${obstacle.reason}`)}
      <p className={styles.muted}>{obstacle.message}</p>
    </>
  );
}
