import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadedRoutine } from '../../api/use-loaded-routine.ts';
import { useRobot } from '../../api/use-robot.ts';
import { useSpaceItems } from '../../api/use-space-items.ts';
import { formatDuration } from '../../parts/format-duration.ts';
import { addCycle, type CycleHistory, drawCycles } from './cycle-history.ts';
import { findRound, nameBoxes, usesBoxesOfCell } from './find-round.ts';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';

const box = { width: 120, height: 28 };

/** Cycles since the page was opened; they outlive the screen. */
let history: CycleHistory | undefined;

/** Completed and planned cycles or boxes, and the last cycle time against its target with the previous ones. */
export default function CycleFigures() {
  const { t } = useTranslation();
  const routine = useLoadedRoutine();
  const needsCell = useMemo(() => routine !== undefined && usesBoxesOfCell(routine), [routine]);
  const { data: cellSpace } = useSpaceItems(needsCell);
  const boxNames = useMemo(
    () => routine && nameBoxes(routine, [...routine.space, ...(cellSpace?.items ?? [])]),
    [routine, cellSpace],
  );
  const { id, cycleCount, cycleTimeSeconds, stepID, steps } = useRobot(({ state }) => ({
    id: state?.run?.id,
    cycleCount: state?.run?.cycleCount ?? 0,
    cycleTimeSeconds: state?.run?.cycleTimeSeconds ?? null,
    stepID: state?.run?.currentStepID ?? null,
    steps: state?.steps,
  }));
  const seconds = useCycles(id, cycleCount, cycleTimeSeconds);
  const round =
    routine && stepID !== null
      ? findRound(routine, stepID, (loopID) => steps?.[loopID]?.variables.completedCount, boxNames)
      : null;
  const target = routine?.targetCycleTimeSeconds;
  const isOver = target !== undefined && cycleTimeSeconds !== null && cycleTimeSeconds > target;
  return (
    <>
      <div className={styles.figure} data-testid="rounds">
        {round?.of ? (
          <>
            <b className="tabular">
              {round.round}
              <small> / {round.of}</small>
            </b>
            <span className={styles.muted}>{round.object ?? t('home.rounds')}</span>
          </>
        ) : (
          <>
            <b className="tabular">{cycleCount}</b>
            <span className={styles.muted}>{t('home.cycles')}</span>
          </>
        )}
      </div>
      <div className={styles.figure} data-over={isOver} data-testid="cycle">
        <b className="tabular">
          {cycleTimeSeconds === null ? '–' : formatDuration(cycleTimeSeconds)}
          {target !== undefined && <small> / {formatDuration(target)}</small>}
        </b>
        <span className={styles.muted}>
          {t('home.cycleTime')}
          {isOver && ` · ${t('home.overTarget')}`}
        </span>
        <CycleLine seconds={seconds} target={target} />
      </div>
    </>
  );
}

function useCycles(id: string | undefined, cycleCount: number, cycleTimeSeconds: number | null): readonly number[] {
  const [shown, show] = useState(history);
  useEffect(() => {
    if (id === undefined) return;
    history = addCycle(history, { id, cycleCount, cycleTimeSeconds });
    show(history);
  }, [id, cycleCount, cycleTimeSeconds]);
  return shown !== undefined && shown.runID === id ? shown.seconds : [];
}

function CycleLine({ seconds, target }: { readonly seconds: readonly number[]; readonly target: number | undefined }) {
  if (seconds.length < 2) return null;
  const { points, targetY } = drawCycles(seconds, target, box);
  return (
    <svg className={parts.cycleLine} viewBox={`0 -2 ${box.width} ${box.height + 4}`} aria-hidden>
      {targetY !== undefined && <line x1={0} x2={box.width} y1={targetY} y2={targetY} strokeDasharray="4 3" />}
      <polyline points={points} fill="none" />
    </svg>
  );
}
