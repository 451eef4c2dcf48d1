import type { WirePose } from '@cellwright/domain/robot';
import { jointsAt, type ProofRecording, type ProofReport, type RobotSessionState } from '@cellwright/domain/run';
import type { Mark } from '../../../parts/playback/marks.ts';
import type { Player, RecordedInstant } from '../../../parts/playback/playback.ts';

/** Played step, base of the arm and widths of grippers, between two changes. */
export interface DryRunState {
  readonly stepID: string | null;
  readonly base: WirePose | undefined;
  readonly fingerWidths: RobotSessionState['fingerWidths'];
}

export interface DryRunInstant extends RecordedInstant {
  readonly state: DryRunState;
}

/** Plays the recording of a dry run, which is loaded completely. */
export function createDryRunPlayer(recording: ProofRecording): Player<DryRunInstant> {
  const { seconds, places } = recording;
  const states = mergeStates(recording);
  const peek = (at: number): DryRunInstant => ({ at, joints: jointsAt(places, at), state: stateAt(states, at) });
  return { replay: { from: 0, to: seconds }, peek, seek: async (at) => peek(at) };
}

const nothing: DryRunState = { stepID: null, base: undefined, fingerWidths: undefined };

type TimedState = readonly [at: number, state: DryRunState];

/** Returns the states in order of time. */
function mergeStates({ steps, bases, fingers }: ProofRecording): readonly TimedState[] {
  const changes = [
    ...bases.map(({ at, base }) => ({ at, change: { base } })),
    ...steps.map(({ at, stepID }) => ({ at, change: { stepID } })),
    ...fingers.map(({ at, widths }) => ({ at, change: { fingerWidths: widths } })),
  ].sort((one, other) => one.at - other.at);
  // A gripper that no step has used yet stands as its first use finds it.
  let state: DryRunState = { ...nothing, fingerWidths: fingers[0]?.widths };
  return changes.map(({ at, change }): TimedState => {
    state = { ...state, ...change };
    return [at, state];
  });
}

function stateAt(states: readonly TimedState[], at: number): DryRunState {
  let low = 0;
  let high = states.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((states[middle]?.[0] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return states[low - 1]?.[1] ?? nothing;
}

/** Returns the starts of steps and the findings, in order. Notes are no marks. */
export function markRecording({ recording, findings }: ProofReport): readonly Mark[] {
  const steps = (recording?.steps ?? []).map(({ at }): Mark => ({ at, kind: 'step' }));
  const found = findings.flatMap(({ severity }, index): Mark[] => {
    const at = recording?.findings[index];
    if (at === undefined || at === null || severity === 'note') return [];
    return [{ at, kind: severity === 'error' ? 'trouble' : 'warning' }];
  });
  // Several findings within one millisecond are one mark, the worst.
  const marks = new Map<number, Mark>();
  for (const kind of ['step', 'warning', 'trouble'] as const) {
    for (const mark of [...steps, ...found]) if (mark.kind === kind) marks.set(Math.round(mark.at * 1000), mark);
  }
  return [...marks.values()].sort((one, other) => one.at - other.at);
}
