import { composePoses, normVec3, type Pose, positionOf } from '@cellwright/geometry';
import { boardSeen, type HandEyeModel, type HandEyeView, missesIn, refineHandEye } from './refine-hand-eye.ts';
import { solveHandEye, turnAboutSecondAxis } from './solve-hand-eye.ts';
import { rootMeanSquare } from './statistics.ts';

/** Views that agree miss the board by less than this, m. */
const agreeing = 0.0007;
/** Views that agree miss by this part of what all views together miss, if others were displaced. */
const improvement = 0.25;
/** Views whose misses exceed this, m, determine nothing, even if no displacement explains them. */
const useless = 0.003;
/** Precision of the calibrations that are compared. */
const roughly = 1e-3;

export interface SeenBoards {
  readonly model: HandEyeModel;
  readonly views: readonly HandEyeView[];
  /** Pose of the arm and of the board in the optical frame, for each view. */
  readonly arms: readonly Pose[];
  readonly boards: readonly Pose[];
  /** Smallest count of views, and smallest turn (radians), that determine a camera. */
  readonly minViews: number;
  readonly minTurn: number;
}

/** Reason why views do not agree, with the index of the view at fault. */
export type Disagreement =
  /** One view does not match the others. */
  | { readonly problem: 'viewDisplaced'; readonly view: number }
  /** Board or camera was displaced before this view, and stayed there. */
  | { readonly problem: 'boardMoved'; readonly view: number }
  | { readonly problem: 'posesDoNotMatch' };

/** Returns why no place of camera and board matches all views; undefined if one does. */
export function findDisplaced(seen: SeenBoards): Disagreement | undefined {
  const all = seen.views.map((_, index) => index);
  const worst = worstMiss(seen, all);
  if (worst === undefined || worst <= agreeing) return undefined;
  const limit = Math.max(agreeing, improvement * worst);
  const agrees = (indices: readonly number[]) => (worstMiss(seen, indices) ?? Number.POSITIVE_INFINITY) <= limit;
  const alone = findBest(seen, all);
  if (alone !== undefined && agrees(all.toSpliced(alone, 1))) return { problem: 'viewDisplaced', view: alone };
  // The longer part decides, as a few views match almost any place.
  const splits = all.slice(2, -1).sort((one, other) => longerPart(seen, other) - longerPart(seen, one));
  for (const view of splits) {
    const parts = [all.slice(0, view), all.slice(view)].filter(({ length }) => length === longerPart(seen, view));
    if (parts.some(agrees)) return { problem: 'boardMoved', view };
  }
  return worst > useless ? { problem: 'posesDoNotMatch' } : undefined;
}

function longerPart({ views }: SeenBoards, view: number): number {
  return Math.max(view, views.length - view);
}

/** Returns the view without which the others agree best. */
function findBest(seen: SeenBoards, all: readonly number[]): number | undefined {
  let best: { readonly view: number; readonly miss: number } | undefined;
  for (const view of all) {
    const miss = worstMiss(seen, all.toSpliced(view, 1));
    if (miss !== undefined && miss < (best?.miss ?? Number.POSITIVE_INFINITY)) best = { view, miss };
  }
  return best?.view;
}

/** Returns the largest miss among some views in a calibration by them, m; undefined if they do not determine one. */
function worstMiss({ model, views, arms, boards, minViews, minTurn }: SeenBoards, indices: readonly number[]) {
  const pick = <Item>(items: readonly Item[]) => indices.flatMap((index) => items[index] ?? []);
  const [usedArms, usedBoards, used] = [pick(arms), pick(boards), pick(views)];
  if (used.length < minViews || turnAboutSecondAxis(usedArms) < minTurn) return undefined;
  const camera = solveHandEye(usedArms, usedBoards);
  const [arm, seen] = [usedArms[0], usedBoards[0]];
  if (!camera || !arm || !seen) return undefined;
  // An arm with a tolerance would follow the displaced board.
  const exact = { ...model, arm: undefined };
  const start = { camera, board: composePoses(composePoses(arm, camera), seen) };
  const refined = refineHandEye(exact, used, start, roughly);
  const misses = used.map((view) => {
    const distance = normVec3(positionOf(boardSeen(refined, view.flange, model.isOnWrist)));
    return (rootMeanSquare(missesIn(exact, refined, view)) * Math.SQRT2 * distance) / model.camera.fx;
  });
  return Math.max(...misses);
}
