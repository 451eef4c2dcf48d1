import { ProductError, readValueLike } from '@cellwright/domain/basics';
import { robotMessages, runMessages } from '@cellwright/domain/messages';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';

export const routineStateSchema = z.object({
  is_paused: z.boolean(),
  current_step_id: z.string(),
  start_time: z.string(),
  run_time_seconds: z.number(),
  cycle_count: z.number(),
  should_next_arm_move_be_guided_mode: z.boolean(),
  is_preflight_test_run: z.boolean(),
});

type Run = NonNullable<RobotSessionState['run']>;

/** Returns the current run, of this routine if one is named. @throws ProductError routine_must_be_running */
export function requireRun({ run, routine, failure }: RobotSessionState, routineID = routine?.id): Run {
  // After a final failure the run is over, even while its last step is still ending.
  const isFinal = failure?.recoveryKind === 'NotRecoverable';
  const isUnderWay = run !== null && !isFinal && (run.status === 'running' || run.status === 'paused');
  if (isUnderWay && routine?.id === routineID) return run;
  throw new ProductError('routine_must_be_running', 'The routine is not running. Play it first');
}

export function describeRun(
  state: RobotSessionState,
  routineID: string,
  now: Date,
): z.infer<typeof routineStateSchema> {
  const { status, currentStepID, startedAt, clockSetByMS = 0, cycleCount } = requireRun(state, routineID);
  return {
    is_paused: status === 'paused',
    current_step_id: currentStepID ?? '',
    start_time: startedAt,
    run_time_seconds: Math.max(0, now.getTime() - clockSetByMS - Date.parse(startedAt)) / 1000,
    cycle_count: cycleCount,
    should_next_arm_move_be_guided_mode: false,
    is_preflight_test_run: state.testRunSpeed !== null,
  };
}

/**
 * Returns the variables of every step of the run, as JSON text by step id; without any, the values of the routine's
 * variables.
 */
export function stepVariablesOf(state: RobotSessionState, routineID: string): Record<string, string> {
  requireRun(state, routineID);
  const steps = Object.entries(state.steps).map(([id, { state: of, variables }]) => [
    id,
    JSON.stringify({ state: of, ...variables }),
  ]);
  const variables = Object.values(state.variables).map(({ name, value }) => [name, String(value)]);
  return Object.fromEntries([...variables, ...steps]);
}

/** Plays and pauses routines by the runner's messages: load, play, resume, pause. */
export class RoutinePlayer {
  private readonly line: RobotLine;
  private readonly things: CellThings;

  constructor(parts: { line: RobotLine; things: CellThings }) {
    this.line = parts.line;
    this.things = parts.things;
  }

  /** Plays from the start, or resumes a paused run. */
  async play(call: RobotCall, routineID: string, variables: Readonly<Record<string, string>>): Promise<void> {
    await this.things.get(call, 'routines', routineID);
    const state = this.line.state(call.robotKind);
    if (isPausedIn(state, routineID)) {
      const changes = Object.entries(variables).map(([name, text]) => readOverride(state, name, text));
      for (const change of changes) await this.line.command(call, 'setVariableState', change);
      await this.line.command(call, 'resumeRoutine', {});
      return;
    }
    if (state.kind === 'RoutineRunning') {
      throw new ProductError('cannot_play_routine', 'A routine is playing. Stop it before playing another');
    }
    if (state.kind === 'Failure') {
      throw new ProductError('cannot_play_routine', 'The robot has failed. Recover before playing a routine');
    }
    if (state.brakes === 'engaged')
      throw new ProductError('brakes_must_be_disengaged', robotMessages.releaseBrakesFirst);
    await this.line.send(call, 'loadRoutine', { routineID });
    await this.line.command(call, 'playRoutine', { variables: { ...variables } });
  }

  async pause(call: RobotCall, routineID: string): Promise<void> {
    await this.things.get(call, 'routines', routineID);
    const state = this.line.state(call.robotKind);
    if (state.kind !== 'RoutineRunning' || state.routine?.id !== routineID) {
      throw new ProductError('routine_must_be_playing', runMessages.notPlaying);
    }
    await this.line.command(call, 'pauseRoutine', {});
  }
}

/**
 * Reads a variable that is set before the run continues. @throws ProductError request_failed_validation, which names
 * it.
 */
function readOverride({ variables }: RobotSessionState, name: string, text: string) {
  const named = Object.entries(variables).filter(([id, variable]) => id === name || variable.name === name);
  const found = named.find(([id]) => id === name) ?? named.find(([, { isGlobal }]) => !isGlobal) ?? named[0];
  if (!found) throw new ProductError('request_failed_validation', `The routine has no variable '${name}'`);
  const [variableID, { value: before }] = found;
  const read = readValueLike(before, text);
  if (read.ok) return { variableID, value: read.value };
  throw new ProductError('request_failed_validation', `The variable '${name}' ${read.error}`);
}

function isPausedIn({ kind, run, routine }: RobotSessionState, routineID: string): boolean {
  return kind === 'RoutineRunning' && run?.status === 'paused' && routine?.id === routineID;
}
