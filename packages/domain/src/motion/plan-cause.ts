import * as z from 'zod';

/**
 * Reason why the planner refuses a move. `body` and `other` are links of the arm or the tool, `obstacle` is the name of
 * an obstacle, angles are in rad, `percent` is the share of the way. `joint` counts from 0.
 */
export const planCauseKeys = [
  'outOfReach',
  'beyondLimits',
  'jointOutsideRange',
  'armOutsideRange',
  'touchesBody',
  'touchesObstacle',
  'touchesSomething',
  'everyPostureTouches',
  'noWayInTime',
  'noWay',
  'wayTooTight',
  'moveTooLong',
  'pathLeavesReach',
  'pathLeavesLimits',
  'pathNearSingularity',
  'otherEnd',
  'weaveTooFast',
  'toolLeans',
  'toolTilts',
  'turnFirst',
  'moveFirst',
] as const;

/** One cause in a form that clients translate; the values fill the sentence of the key. */
export const planCauseSchema = z.object({
  key: z.enum(planCauseKeys),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type PlanCause = z.infer<typeof planCauseSchema>;
