import type { Problem } from '@cellwright/domain';

/** Problems by the step they belong to. */
export function groupByStep(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.stepID === undefined) continue;
    const group = groups.get(problem.stepID);
    if (group) group.push(problem);
    else groups.set(problem.stepID, [problem]);
  }
  return groups;
}
