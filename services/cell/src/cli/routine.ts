import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { RobotKind } from '@cellwright/domain/robot';
import { isBlockingProblem } from '@cellwright/domain/routine';
import type { CellClient } from './cell-client.ts';
import { debugFile } from './debug-file.ts';
import { openCell } from './open-cell.ts';
import { createJsonOutput, createTextOutput, type Output } from './output.ts';
import { findPerson } from './person.ts';
import { playFile, printRefusal } from './play-file.ts';
import { proveFile } from './prove-file.ts';
import { replayRun } from './replay-run.ts';
import { type ResumeOptions, resumeRun } from './resume-run.ts';
import { testFile } from './test-file.ts';

const commands = ['run', 'debug', 'validate', 'prove', 'test', 'replay', 'resume', 'stop'] as const;
const usage = `Plays, validates and dry-runs routine files on the cell of this machine, and stops its robots.

  npm run routine -- run FILE [--yes] [--confirm ANSWER]… [--live [--recover] [--release-brakes]] [--json]
  npm run routine -- debug FILE [--yes] [--live [--recover] [--release-brakes]] [--json]
  npm run routine -- validate FILE [--json]
  npm run routine -- prove FILE [--confirm ANSWER]… [--input PORT=high]… [--cycles N] [--max-seconds N] [--live] [--json]
  npm run routine -- test FILE [--live] [--json]
  npm run routine -- replay RUN [--at TIME] [--json]
  npm run routine -- resume [RUN] [--done STEP]… [--again STEP]… [--from STEPID] [--yes] [--give-up] [--live …] [--json]
  npm run routine -- stop [--live] [--emergency] [--json]

  run       validates, imports, loads and plays the routine on the simulated robot, and follows the run
  debug     imports and loads the routine, and debugs it with commands: breakpoints, steps, variables; 'help' lists them.
            They come from the terminal or a script: echo 'break 2.1' | npm run routine -- debug FILE
  validate  lists every problem with its step, field and message
  prove     simulates the routine faster than real time and reports problems; exit code 1 if there are errors.
            The robot does not move
  test      simulates the routine once for each test in the file and reports the results; exit code 1 if a test fails.
            The robot does not move
  replay    prints the recording of a run, by its id, or the state at one instant
  resume    continues the last run of the robot after a crash, a failure or a stop, with its variables. Asks about
            each external effect whose outcome is unknown, and repeats none without confirmation
  stop      stops the simulated robot and its run, even if the database and other services are unavailable
  --yes     confirms the questions before a run, for example after a crash in the middle of a step
  --confirm ANSWER  answers a prompt of the routine; repeat it for each prompt, in order. Default: asks on the terminal
            (prove: default answers, see the documentation)
  --input PORT=high  level of an input in a dry run, for example 'Input 1=high'; repeat it for each input
  --cycles N  iterations of an endless loop in a dry run (default 3)
  --max-seconds N  simulated seconds after which a dry run ends (default 7200)
  --done STEP, --again STEP  states that the external effect of a step (by path, for example 2.1) happened, or that the
            step is repeated. Default: asks on the terminal
  --from STEPID  resumes at this step instead, if its context is known
  --give-up  discards the data for resuming the run
  --at TIME        replays this instant, from the start of the run: 12.5 or 2:05
  --live    uses the live robot (here: its twin) instead of the simulated one
  --recover  recovers the live robot from a failure first: only if the cause is fixed
  --release-brakes  releases the brakes of the live robot first: only if no one is near the arm
  --emergency  engages the brakes after the arm has stopped; not a safety-rated emergency stop
  --json    one JSON object per line

The cell is found through its data folder (CELLWRIGHT_DATA, default .data). Ctrl-C stops the arm.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    process.stderr.write(`${parsed}\n`);
    return parsed === usage ? 0 : 1;
  }
  const { command, file, live, isEmergency, output, proof, at, resume, ...play } = parsed;
  const robotKind = live ? 'live' : 'simulated';
  if (command === 'stop') return await stop(robotKind, isEmergency, output);
  if (command === 'replay') return await replayRun(process.env, { runID: file, at }, output);
  if (command === 'resume') return await goOn({ robotKind, ...play, ...resume }, output);
  const text = readFile(file);
  if (text === undefined) {
    output.error(`Cannot read ${file}. Give the path of a routine file`);
    return 1;
  }
  const interrupt = onInterrupt();
  try {
    const client = openCell(process.env);
    if (command === 'validate') return await validate(client, text, output);
    if (command === 'prove')
      return await proveFile(
        client,
        text,
        proofOptionsOf({ robotKind, answers: play.confirmations, ...proof }),
        output,
      );
    if (command === 'test') return await testFile(client, text, robotKind, output);
    if (command === 'debug') {
      const { stdin: input, stderr: prompt } = process;
      return await debugFile(client, text, { robotKind, ...play, interrupt, input, prompt }, output);
    }
    return await playFile(client, text, { robotKind, ...play, person: findPerson(process), interrupt }, output);
  } catch (error) {
    printRefusal(error, output);
    return 1;
  }
}

async function goOn(options: Omit<ResumeOptions, 'person' | 'interrupt'>, output: Output): Promise<number> {
  try {
    const asked = { ...options, person: findPerson(process), interrupt: onInterrupt() };
    return await resumeRun(openCell(process.env), asked, output);
  } catch (error) {
    printRefusal(error, output);
    return 1;
  }
}

async function stop(robotKind: RobotKind, isEmergency: boolean, output: Output): Promise<number> {
  try {
    const client = openCell(process.env);
    const askedAt = performance.now();
    const stopEpoch = await client.stop(robotKind, { isEmergency });
    const answeredAfterMS = performance.now() - askedAt;
    const text = `The ${robotKind} robot stops (answered after ${answeredAfterMS.toFixed(0)} ms).`;
    output.result({ robotKind, isEmergency, stopEpoch, answeredAfterMS }, text);
    return 0;
  } catch (error) {
    printRefusal(error, output);
    return 1;
  }
}

async function validate(client: CellClient, text: string, output: Output): Promise<number> {
  const problems = await client.validateFile(text);
  for (const problem of problems) output.problem(problem);
  const errors = problems.filter(isBlockingProblem).length;
  output.result(
    { errors, warnings: problems.length - errors },
    errors === 0 ? 'No errors' : `${errors} validation errors`,
  );
  return errors === 0 ? 0 : 1;
}

function isCommand(word: string): word is (typeof commands)[number] {
  return commands.some((command) => command === word);
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        live: { type: 'boolean', default: false },
        recover: { type: 'boolean', default: false },
        'release-brakes': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        confirm: { type: 'string', multiple: true, default: [] },
        input: { type: 'string', multiple: true, default: [] },
        cycles: { type: 'string' },
        'max-seconds': { type: 'string' },
        at: { type: 'string' },
        done: { type: 'string', multiple: true, default: [] },
        again: { type: 'string', multiple: true, default: [] },
        from: { type: 'string' },
        'give-up': { type: 'boolean', default: false },
        emergency: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [command, file, ...rest] = positionals;
    if (values.help || command === undefined) return usage;
    if (!isCommand(command)) return `Unknown command '${command}'.\n\n${usage}`;
    if (command === 'stop' && file !== undefined) return `stop takes no file.\n\n${usage}`;
    const subject = command === 'replay' ? 'run by its id' : 'routine file';
    const isOptional = command === 'stop' || command === 'resume';
    if ((!isOptional && file === undefined) || rest.length > 0) return `Name one ${subject}.\n\n${usage}`;
    const write = (line: string) => process.stdout.write(`${line}\n`);
    const output = values.json ? createJsonOutput(write) : createTextOutput(write);
    const { live, emergency: isEmergency, recover: recovers, 'release-brakes': releasesBrakes } = values;
    const { yes: saysYes, confirm: confirmations } = values;
    const { input: inputs, cycles, 'max-seconds': maxSeconds } = values;
    const proof = { inputs, cycles, maxSeconds };
    const { done, again, from: fromStepID, 'give-up': givesUp } = values;
    const resume = { runID: file, done, again, fromStepID, givesUp };
    const person = { recovers, releasesBrakes, saysYes, confirmations };
    return { command, file: file ?? '', live, isEmergency, ...person, proof, resume, at: values.at, output };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

/** Returns the options of a proof in the arguments; the cell refuses invalid ones by name. */
function proofOptionsOf(given: {
  readonly robotKind: RobotKind;
  readonly answers: readonly string[];
  readonly inputs: readonly string[];
  readonly cycles: string | undefined;
  readonly maxSeconds: string | undefined;
}): Readonly<Record<string, unknown>> {
  const inputs = given.inputs.map((text) => {
    const at = text.lastIndexOf('=');
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  });
  return {
    robotKind: given.robotKind,
    answers: given.answers,
    inputs: Object.fromEntries(inputs),
    ...(given.cycles === undefined ? {} : { cycles: Number(given.cycles) }),
    ...(given.maxSeconds === undefined ? {} : { maxSeconds: Number(given.maxSeconds) }),
  };
}

/** npm runs commands in the project's root, regardless of the user's folder. */
function readFile(path: string): string | undefined {
  for (const folder of [process.cwd(), process.env.INIT_CWD ?? '']) {
    try {
      return readFileSync(resolve(folder, path), 'utf8');
    } catch {
      // It is missing or a folder.
    }
  }
  return undefined;
}

/** Aborts on Ctrl-C, a request to end, or when the output can no longer be read; a second signal exits at once. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm forwards the signal that the terminal has already sent: that counts as one press.
      if (controller.signal.aborted && Date.now() - firstAt > 1000) process.exit(130);
      firstAt ||= Date.now();
      controller.abort();
    });
  }
  process.stdout.on('error', () => controller.abort());
  return controller.signal;
}
