import type { ArmModel } from '@cellwright/arm';
import type { PlanningScene } from '@cellwright/domain/space';
import type { ForwardAnswer, ForwardQuestion, InverseAnswer, InverseQuestion } from '../domain/planner-backend.ts';
import type { SceneReport } from '../domain/scene/scene-report.ts';

/** A question about an arm in a scene. The scene is sent separately, when it changed. */
export type SceneQuestion =
  | { readonly kind: 'inspect' }
  | { readonly kind: 'forward'; readonly question: Omit<ForwardQuestion, 'scene'> }
  | { readonly kind: 'inverse'; readonly question: Omit<InverseQuestion, 'scene'> };

export type SceneAnswer =
  | { readonly kind: 'inspect'; readonly report: SceneReport }
  | { readonly kind: 'forward'; readonly answer: ForwardAnswer }
  | { readonly kind: 'inverse'; readonly answers: readonly InverseAnswer[] };

/** Initial data of the thread. */
export interface SceneThreadData {
  readonly arm: ArmModel;
}

export type ToSceneThread = { readonly scene: PlanningScene } | { readonly ask: SceneQuestion };

/** Answers, in the order of the questions. */
export type FromSceneThread = { readonly answer: SceneAnswer } | { readonly error: string };
