import type { EffectAnswer, Resumption, UnknownEffect } from '@cellwright/domain/run';
import { type CellClient, openSession } from './cell-client.ts';
import type { Output } from './output.ts';
import { type Begun, type PlayOptions, playToEnd, printRefusal } from './play-file.ts';

export interface ResumeOptions extends PlayOptions {
  /** The run; undefined for the robot's last one. */
  readonly runID: string | undefined;
  readonly fromStepID: string | undefined;
  /** Paths of steps whose effect happened, and of those to be played again. */
  readonly done: readonly string[];
  readonly again: readonly string[];
  readonly givesUp: boolean;
}

const failed = 1;

/**
 * Continues the robot's last run after a crash, a failure or a stop, and follows it to its end. Possible external
 * effects are confirmed one by one, on the terminal or by flags, and never repeated without an answer. Returns the exit
 * code.
 */
export async function resumeRun(client: CellClient, options: ResumeOptions, output: Output): Promise<number> {
  const { robotKind, givesUp } = options;
  const runID = options.runID ?? (await client.newestRun(robotKind))?.id;
  if (runID === undefined) {
    output.error(`The ${robotKind} robot has not played a routine yet`);
    return failed;
  }
  if (givesUp) {
    await client.giveUpRun(runID);
    output.result({ runID }, 'Discarded: the run is no longer offered');
    return 0;
  }
  const resumption = await client.readResumption(runID);
  if (resumption.run.robotKind !== robotKind) {
    const hint = robotKind === 'live' ? 'leave out --live' : 'add --live';
    output.error(`The ${resumption.run.robotKind} robot played this run: ${hint}`);
    return failed;
  }
  for (const line of describe(resumption)) output.line(line);
  const answers = await answerAll(resumption.effects, options, output);
  if (answers === undefined) return failed;
  const session = await openSession(client, robotKind);
  try {
    const begin = async (): Promise<Begun> => {
      const refusal = await confirm(resumption, options);
      if (options.interrupt.aborted) return undefined;
      if (refusal !== undefined) return { refusal };
      const { fromStepID } = options;
      return session.send('resumeRun', { runID, answers, ...(fromStepID === undefined ? {} : { fromStepID }) });
    };
    return await playToEnd(client, session, begin, options, output);
  } catch (error) {
    printRefusal(error, output);
    return failed;
  } finally {
    session.close();
  }
}

function describe({ run, at, beside, variables, obstacle }: Resumption): string[] {
  const rounds = at?.rounds.map(({ stepPath, round }) => `, round ${round} of step ${stepPath}`).join('') ?? '';
  const step = at && `${at.isDone ? 'after step' : 'step'} ${at.stepPath} ${at.stepKind}${rounds}`;
  return [
    `${run.routineName}, version ${run.routineVersion}: ${run.status} after ${run.cycleCount} cycles`,
    ...(step ? [`continues  ${step}`] : []),
    ...beside.map(({ stepPath, stepKind }) => `background step ${stepPath} ${stepKind}`),
    ...variables.map(({ name, value }) => `variable   ${name} = ${JSON.stringify(value)}`),
    ...(obstacle === null ? [] : [`blocked    ${obstacle}`]),
  ];
}

/** Returns an answer for each effect; undefined when one is missing, which is printed. */
async function answerAll(
  effects: readonly UnknownEffect[],
  { done, again, person, interrupt }: ResumeOptions,
  output: Output,
): Promise<EffectAnswer[] | undefined> {
  const answers: EffectAnswer[] = [];
  for (const { effectID, stepPath, question } of effects) {
    const given = done.includes(stepPath) ? 'done' : again.includes(stepPath) ? 'again' : undefined;
    if (given === undefined && person === undefined) {
      output.error(`Step ${stepPath}: ${question} Check the cell, then add --done ${stepPath} or --again ${stepPath}`);
      return undefined;
    }
    const answer = given ?? (await ask(`Step ${stepPath}: ${question}`, person, interrupt));
    if (answer === undefined) {
      output.error('Not resumed');
      return undefined;
    }
    answers.push({ effectID, answer });
  }
  return answers;
}

async function ask(
  question: string,
  person: ResumeOptions['person'],
  interrupt: AbortSignal,
): Promise<EffectAnswer['answer'] | undefined> {
  for (;;) {
    const line = await person?.ask(
      `${question}\n  d  done\n  a  not done: repeat it\n  g  give up\n[d/a/g] `,
      interrupt,
    );
    if (line === undefined || /^\s*g/i.test(line)) return undefined;
    if (/^\s*d/i.test(line)) return 'done';
    if (/^\s*a/i.test(line)) return 'again';
  }
}

/** Returns why nothing is resumed. */
async function confirm(
  { run }: Resumption,
  { saysYes, person, interrupt }: ResumeOptions,
): Promise<string | undefined> {
  if (saysYes) return undefined;
  if (person === undefined) return 'The arm moves when the run continues. If the cell is ready, add --yes';
  const answer = await person.ask(`Resume '${run.routineName}'? The arm moves. [y/N] `, interrupt);
  return /^\s*y(es)?\s*$/i.test(answer ?? '') ? undefined : 'Not resumed';
}
