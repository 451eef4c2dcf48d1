import { durationText, readDuration, type VariableValue } from '@cellwright/domain/basics';
import type { Replay, ReplayMoment } from '@cellwright/domain/run';
import { openCell } from './open-cell.ts';
import type { Output } from './output.ts';
import { printRefusal } from './play-file.ts';

/** Prints the extent of a run's recording, or the run at an instant. Returns the exit code. */
export async function replayRun(
  env: NodeJS.ProcessEnv,
  { runID, at }: { readonly runID: string; readonly at: string | undefined },
  output: Output,
): Promise<number> {
  const seconds = at === undefined ? undefined : readDuration(at);
  if (at !== undefined && seconds === undefined) {
    output.error(`--at takes the time since the start of the run, as in --at 12.5 or --at 2:05, and not '${at}'`);
    return 1;
  }
  try {
    const client = openCell(env);
    if (seconds === undefined) {
      const replay = await client.readReplay(runID);
      output.result({ ...replay }, describeReplay(replay));
    } else {
      const moment = await client.readMoment(runID, seconds);
      for (const line of describeMoment(moment)) output.line(line);
      output.result({ ...moment }, `${durationText(moment.seconds, 2)} into the run`);
    }
    return 0;
  } catch (error) {
    printRefusal(error, output);
    return 1;
  }
}

function describeReplay({ from, to, parts }: Replay): string {
  return `Recorded from ${durationText(from, 2)} to ${durationText(to, 2)}, in ${parts.length} parts. Give an instant: --at TIME`;
}

function describeMoment({ joints, state }: ReplayMoment): string[] {
  const { run, failure } = state;
  const playing = Object.entries(state.steps).filter(([, step]) => step.state !== 'stopped');
  const highs = Object.keys(state.io).filter((name) => state.io[name] === 'high');
  return [
    `state      ${run?.status ?? state.kind}${failure ? `: ${failure.reason}` : ''}`,
    `step       ${run?.currentStepPath ?? 'none'}`,
    `joints     ${joints ? joints.map((angle) => angle.toFixed(4)).join('  ') : 'not heard'} rad`,
    ...(state.prompt ? [`asks       ${state.prompt.message}`] : []),
    ...Object.values(state.variables).map(({ name, value }) => `variable   ${name} = ${show(value)}`),
    ...playing.flatMap(([id, step]) =>
      Object.entries(step.variables).map(([name, value]) => `${id}  ${name} = ${show(value)}`),
    ),
    `high       ${highs.join(', ') || 'no port'}`,
  ];
}

const show = (value: VariableValue): string => JSON.stringify(value);
