import type { Breakpoint } from '@cellwright/domain/run';

/**
 * Edits one breakpoint. If an earlier edit has moved it to the other side of its step, this edit follows it there.
 * @param seen the breakpoint as the user saw it
 * @param patch changed fields; undefined removes the breakpoint
 */
export function editBreakpoints(
  now: readonly Breakpoint[],
  seen: Pick<Breakpoint, 'stepID' | 'when'>,
  patch: Partial<Omit<Breakpoint, 'stepID'>> | undefined,
): readonly Breakpoint[] {
  const ofStep = now.filter(({ stepID }) => stepID === seen.stepID);
  const target = ofStep.find(({ when }) => when === seen.when) ?? (ofStep.length === 1 ? ofStep[0] : undefined);
  return now.flatMap((each) => (each !== target ? each : patch === undefined ? [] : { ...each, ...patch }));
}
