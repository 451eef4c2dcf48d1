import { ProductError } from '@cellwright/domain/basics';
import { type OperatorPrompt, refusePromptInput } from '@cellwright/domain/routine';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { SessionClient } from './cell-client.ts';
import type { Output } from './output.ts';
import type { Person } from './person.ts';

/** Session through which prompts of a run are answered. */
export interface PromptSession extends Pick<SessionClient, 'state' | 'waitFor'> {
  confirmStep(answer: { readonly stepID: string; readonly input?: string }): Promise<unknown>;
}

export interface PromptAnswers {
  /** Prepared answers: one for each prompt, in turn. */
  readonly given: readonly string[];
  readonly person: Person | undefined;
}

/**
 * Answers the prompts of a run until it ends, except those answered on a screen before. Resolves with the reason why a
 * prompt could not be answered, undefined when none is left open.
 */
export async function answerPrompts(
  session: PromptSession,
  runID: string,
  { given, person }: PromptAnswers,
  output: Output,
): Promise<string | undefined> {
  const waiting = [...given];
  const isOver = ({ run }: RobotSessionState) =>
    run?.id !== runID || (run.status !== 'running' && run.status !== 'paused');
  for (;;) {
    await session.waitFor((state) => state.prompt !== null || isOver(state));
    const { prompt } = session.state;
    if (prompt === null) return undefined;
    output.line(`? ${prompt.message}`);
    const next = waiting.shift();
    const refusal =
      next === undefined ? await askPerson(session, prompt, person, output) : await send(session, prompt, next);
    if (refusal !== undefined) return refusal;
    await session.waitFor((state) => state.prompt?.stepID !== prompt.stepID || isOver(state));
  }
}

async function askPerson(
  session: PromptSession,
  prompt: OperatorPrompt,
  person: Person | undefined,
  output: Output,
): Promise<string | undefined> {
  if (person === undefined) {
    return `The routine shows the prompt '${prompt.message}', but there is no terminal to answer it. Use a terminal, or give the answer with --confirm`;
  }
  const answered = new AbortController();
  const isGone = ({ prompt: now }: RobotSessionState) => now?.stepID !== prompt.stepID;
  // The prompt may be answered on a screen, or the run stopped.
  void session.waitFor(isGone).then(
    () => answered.abort(),
    () => answered.abort(),
  );
  while (!answered.signal.aborted) {
    const line = await person.ask(questionOf(prompt), answered.signal);
    if (line === undefined) return answered.signal.aborted ? undefined : 'The prompt of the routine was not answered';
    const refusal = await send(session, prompt, readInput(prompt, line));
    if (refusal === undefined) return undefined;
    if (!answered.signal.aborted) output.line(refusal);
  }
  return undefined;
}

/** Sends an answer. Returns why the prompt stays open. */
async function send(session: PromptSession, prompt: OperatorPrompt, input: string): Promise<string | undefined> {
  const refusal = refusePromptInput(prompt, input);
  if (refusal !== undefined) return refusal;
  try {
    await session.confirmStep({ stepID: prompt.stepID, ...(prompt.mode !== 'confirm' && { input }) });
    return undefined;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}

function questionOf({ mode, choices }: OperatorPrompt): string {
  if (mode === 'confirm') return 'Enter confirms, Ctrl-C stops the arm: ';
  if (mode === 'freeform') return 'Answer: ';
  return `${choices.map((choice, index) => `  ${index + 1}  ${choice}`).join('\n')}\nNumber or name: `;
}

/** A choice may be named by its number. */
function readInput({ mode, choices }: OperatorPrompt, line: string): string {
  const text = line.trim();
  if (mode !== 'choice' || choices.includes(text)) return text;
  return choices[Number(text) - 1] ?? text;
}
