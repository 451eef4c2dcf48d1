import { ProductError, readValueLike } from '@cellwright/domain/basics';
import {
  type Breakpoint,
  findVariable,
  type KeptBreakpoint,
  type RobotSessionState,
  readExpression,
  showExpression,
  type Watched,
} from '@cellwright/domain/run';
import type { SessionClient } from './cell-client.ts';
import { findStep, type NamedStep, showPlace, showValue } from './debug-text.ts';
import type { Output } from './output.ts';

export const debugHelp = `  break STEP [after] [if EXPRESSION]   pause before (after) a step; STEP is a path like 2.1, an id or a description
  delete STEP | delete all             take breakpoints away
  run, continue (c), to STEP           play, go on, go on to a step
  step (s), next (n)                   go on to the next step: into what is inside, or over it
  answer [TEXT]                        answer what the routine asks
  print [EXPRESSION] (p)               all variables, or the value of an expression
  set NAME VALUE                       set a variable
  watch EXPRESSION, unwatch all        show an expression at every pause
  disable STEP, enable STEP            pass over a step in this run
  where, steps, breakpoints            where it is paused; the steps of the routine; the breakpoints
  stop, quit (q), help
An expression is a variable's name or JavaScript in which variables go by their names: count > 3`;

export interface Debugging {
  readonly session: SessionClient;
  readonly routineID: string;
  readonly steps: readonly NamedStep[];
  readonly saysYes: boolean;
  readonly output: Output;
}

type Command = (debugging: Debugging, rest: string) => Promise<void>;

/**
 * Commands of `routine debug` by name; each resolves when it is done, one that continues the run when it halts again.
 */
const commands: Readonly<Record<string, Command>> = {
  async break(debugging, rest) {
    const parsed = /^(.+?)(?:\s+(before|after))?(?:\s+if\s+(.+))?$/.exec(rest);
    const step = requireStep(debugging, parsed?.[1] ?? '');
    const when = parsed?.[2] === 'after' ? 'after' : 'before';
    const condition = parsed?.[3] === undefined ? null : readExpression(parsed[3], debugging.session.state.variables);
    const others = ownBreakpoints(debugging).filter((other) => other.stepID !== step.id || other.when !== when);
    await setBreakpoints(debugging, [...others, { stepID: step.id, when, condition, isEnabled: true }]);
  },
  async delete(debugging, rest) {
    const step = rest === 'all' ? undefined : requireStep(debugging, rest);
    const others = step === undefined ? [] : ownBreakpoints(debugging).filter(({ stepID }) => stepID !== step.id);
    await setBreakpoints(debugging, others);
  },
  breakpoints: async (debugging) => showBreakpoints(debugging, ownBreakpoints(debugging)),
  run: (debugging) => goOn(debugging, ({ session, saysYes }) => session.send('playRoutine', { isConfirmed: saysYes })),
  continue: (debugging) => goOn(debugging, ({ session }) => session.send('resumeRoutine', {})),
  step: (debugging) => goOn(debugging, ({ session, saysYes }) => session.send('stepInto', { isConfirmed: saysYes })),
  next: (debugging) => goOn(debugging, ({ session, saysYes }) => session.send('stepOver', { isConfirmed: saysYes })),
  to(debugging, rest) {
    const { id: stepID } = requireStep(debugging, rest);
    return goOn(debugging, ({ session, saysYes }) => session.send('runTo', { stepID, isConfirmed: saysYes }));
  },
  async answer(debugging, rest) {
    const { prompt } = debugging.session.state;
    if (!prompt) throw refusal('The routine shows no prompt');
    const input = prompt.mode === 'confirm' ? {} : { input: rest };
    await goOn(debugging, ({ session }) => session.send('confirmStep', { stepID: prompt.stepID, ...input }));
  },
  async print({ session, output }, rest) {
    const { variables } = session.state;
    if (rest === '') {
      const all = Object.values(variables).map(({ name, value }) => ({ name, value }));
      const text = all.map(({ name, value }) => `${name} = ${showValue(value)}`).join('\n');
      output.result({ command: 'print', variables: all }, text || 'No variables');
      return;
    }
    const { value } = await session.send('evaluateConditional', { expression: readExpression(rest, variables) });
    output.result({ command: 'print', expression: rest, value }, `${rest} = ${showValue(value)}`);
  },
  async set({ session, output }, rest) {
    const [, name = '', text = ''] = /^(.+?)(?:\s*=\s*|\s+)(\S.*)$/.exec(rest) ?? [];
    const found = findVariable(session.state.variables, name);
    if (!found) throw refusal(`Unknown variable '${name}'. List variables with 'print'`);
    const [variableID, before] = found;
    const read = readValueLike(before.value, text);
    if (!read.ok) throw refusal(`The variable '${before.name}' ${read.error}`);
    const { value } = read;
    await session.send('setVariableState', { variableID, value });
    output.result({ command: 'set', name, value }, `${before.name} = ${showValue(value)}`);
  },
  async watch({ session, output }, rest) {
    if (rest === '') throw refusal('Enter an expression: watch EXPRESSION');
    const { debug, variables } = session.state;
    const expressions = [...debug.watches.map(({ expression }) => expression), readExpression(rest, variables)];
    const { watches } = await session.send('setWatches', {
      watches: expressions.map((expression) => ({ expression })),
    });
    showWatches(session.state, watches, output);
  },
  async unwatch({ session, output }) {
    await session.send('setWatches', { watches: [] });
    output.result({ command: 'unwatch' }, 'No watched expressions');
  },
  disable: (debugging, rest) => setDisabled(debugging, rest, true),
  enable: (debugging, rest) => setDisabled(debugging, rest, false),
  where: async (debugging) => showWhere(debugging),
  async steps({ steps, output }) {
    const lines = steps.map(({ path, stepKind, description = '' }) => `${path}  ${stepKind}  ${description}`.trimEnd());
    output.result({ command: 'steps', steps }, lines.join('\n'));
  },
  async stop(debugging) {
    const { session } = debugging;
    await session.send('stop', {});
    await session.waitFor((state) => !isUnderWay(state));
    showWhere(debugging);
  },
  help: async ({ output }) => output.result({ command: 'help', text: debugHelp }, debugHelp),
};

const short: Readonly<Record<string, string>> = {
  b: 'break',
  c: 'continue',
  n: 'next',
  s: 'step',
  p: 'print',
  h: 'help',
};

/** Executes one line. Prints refusals: the debugger continues. Returns whether it was executed. */
export async function perform(debugging: Debugging, line: string): Promise<boolean> {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? [];
  const name = short[word] ?? word;
  try {
    if (!Object.hasOwn(commands, name)) throw refusal(`Unknown command '${word}'. List commands with 'help'`);
    await commands[name]?.(debugging, rest);
    return true;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    debugging.output.error(error.message, { code: error.code });
    return false;
  }
}

/** Continues the run and waits until it halts again or has ended. */
async function goOn(
  debugging: Debugging,
  send: (debugging: Debugging) => Promise<{ readonly runID?: string | undefined }>,
): Promise<void> {
  const { session } = debugging;
  const before = session.state;
  const number = isUnderWay(before) ? (before.debug.pausedAt?.number ?? 0) : 0;
  const { runID = before.run?.id } = await send(debugging);
  await session.waitFor((state) => {
    if (state.run?.id !== runID) return false;
    const isKnown = state.debug.watches.every(({ value, problem }) => value !== null || problem !== null);
    return (
      ((state.debug.pausedAt?.number ?? 0) > number && isKnown) ||
      (!isUnderWay(state) && state.kind !== 'RoutineRunning')
    );
  });
  showWhere(debugging);
}

function showWhere({ session, steps, output }: Debugging): void {
  const { run, debug, prompt, failure } = session.state;
  const place = debug.pausedAt;
  if (place === null || !isUnderWay(session.state)) {
    const because = failure ? `: ${failure.kind}: ${failure.reason}` : '';
    const text = run ? `The run is ${run.status}${because}` : 'No routine has been played yet';
    output.result({ command: 'where', status: run?.status ?? null, failure }, text);
    return;
  }
  const because = run?.pauseReason ?? failure?.reason;
  const asked = prompt ? `\n? ${prompt.message} (answer with: answer${prompt.mode === 'confirm' ? '' : ' TEXT'})` : '';
  const text = `${showPlace(place, steps)}${because ? `: ${because}` : ''}${asked}`;
  output.result({ command: 'where', status: run?.status ?? null, pausedAt: place, prompt }, text);
  if (debug.watches.length > 0) showWatches(session.state, debug.watches, output);
}

function showWatches({ variables }: RobotSessionState, watches: readonly Watched[], output: Output): void {
  const lines = watches.map(
    ({ expression, value, problem }) =>
      `  ${showExpression(expression, variables)} = ${value === null ? `? (${problem ?? 'not known'})` : showValue(value)}`,
  );
  output.result({ command: 'watch', watches }, lines.join('\n'));
}

async function setBreakpoints(debugging: Debugging, breakpoints: readonly Breakpoint[]): Promise<void> {
  const { session, routineID } = debugging;
  const answer = await session.send('setBreakpoints', { routineID, breakpoints: [...breakpoints] });
  // The next command reads the state, which may arrive after the response.
  const wanted = JSON.stringify(answer.breakpoints);
  await session.waitFor(({ debug }) => JSON.stringify(debug.breakpoints) === wanted);
  showBreakpoints(debugging, answer.breakpoints);
}

function showBreakpoints({ session, steps, output }: Debugging, breakpoints: readonly KeptBreakpoint[]): void {
  const lines = breakpoints.map(({ stepID, when, condition, isVerified }) => {
    const path = steps.find(({ id }) => id === stepID)?.path ?? stepID;
    const only = condition === null ? '' : ` if ${showExpression(condition, session.state.variables)}`;
    return `  ${when} ${path}${only}${isVerified ? '' : ' (not in the routine)'}`;
  });
  output.result({ command: 'breakpoints', breakpoints }, lines.join('\n') || 'No breakpoints');
}

function ownBreakpoints({ session, routineID }: Debugging): readonly KeptBreakpoint[] {
  const { debug } = session.state;
  return debug.routineID === routineID ? debug.breakpoints : [];
}

async function setDisabled(debugging: Debugging, rest: string, isDisabled: boolean): Promise<void> {
  const { id: stepID, path } = requireStep(debugging, rest);
  await debugging.session.send('setStepDisabled', { stepID, isDisabled });
  const text = `${path} is ${isDisabled ? 'skipped in' : 'part of'} this run`;
  debugging.output.result({ command: isDisabled ? 'disable' : 'enable', stepID }, text);
}

function requireStep({ steps }: Debugging, name: string): NamedStep {
  const step = findStep(steps, name.trim());
  if (step) return step;
  throw refusal(`Unknown step '${name.trim()}'. List steps with 'steps'`);
}

export function isUnderWay({ run }: RobotSessionState): boolean {
  return run?.status === 'running' || run?.status === 'paused';
}

function refusal(message: string): ProductError {
  return new ProductError('request_failed_validation', message);
}
