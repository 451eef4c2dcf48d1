import { isBlockingProblem, type Problem } from '@cellwright/domain/routine';

/** Returns the problems by step; errors that prevent playing come before warnings. */
export function groupByStep(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const groups = new Map<string, Problem[]>();
  const blockingFirst = [...problems.filter(isBlockingProblem), ...problems.filter((each) => !isBlockingProblem(each))];
  for (const problem of blockingFirst) {
    if (problem.stepID === undefined) continue;
    const group = groups.get(problem.stepID);
    if (group) group.push(problem);
    else groups.set(problem.stepID, [problem]);
  }
  return groups;
}
