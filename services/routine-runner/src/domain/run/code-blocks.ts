import { textSchema, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { findPortByName, ioLevelSchema, ioPortName, writablePortKindSchema } from '@cellwright/domain/robot';
import { type CodeBlock, storedValueSchema } from '@cellwright/domain/routine';
import type { CodeBlockPort, PortResult, RobotPort, VariablesPort } from '@cellwright/steps/framework';
import * as z from 'zod';

/** Answer to a call of a code block: a value, `null` without one, or the reason of a failure. */
export type CallAnswer =
  | { readonly ok: true; readonly value: VariableValue | null }
  | { readonly ok: false; readonly message: string };

/** Calls that code in its own process may make. */
export interface CodeCalls {
  /** Executes a call. Never rejects. @param args a JSON array from the code, not trusted */
  call(name: string, args: string, signal: AbortSignal): Promise<CallAnswer>;
}

/** Runs code in isolation. */
export interface CodeRunner {
  /** Runs a source. Returns 'stopped' when the signal ended it; never rejects. */
  run(source: string, calls: CodeCalls, signal: AbortSignal): Promise<PortResult>;
}

export interface CodeBlockParts {
  /** Undefined if the developer API is off. */
  readonly codeRunner: CodeRunner | undefined;
  /** Those that the routine names. */
  readonly codeBlocks: ReadonlyMap<string, CodeBlock>;
  readonly variables: VariablesPort;
  readonly robot: RobotPort;
  readonly findVariableID: (name: string) => string | undefined;
  readonly findStepID: (name: string) => string | undefined;
  /** Full names of the outputs that code must not set. */
  readonly safetyOutputs: ReadonlySet<string>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Creates the port for code blocks of a routine, with their part of the developer API: variables, ports, time, reports.
 */
export function createCodeBlockPort(parts: CodeBlockParts): CodeBlockPort {
  const { codeRunner, codeBlocks } = parts;
  return {
    async run(codeBlockID, signal, onReport) {
      if (codeRunner === undefined) return refused(messages.developerApiNeeded);
      const block = codeBlocks.get(codeBlockID);
      if (block === undefined) return refused(messages.codeBlockFolderInaccessible);
      return codeRunner.run(block.source, createCodeCalls(parts, onReport), signal);
    },
  };
}

const name = z.string().max(500);
/** A day; longer waits are a mistake. */
const longestWaitMS = 86_400_000;
const longestReport = 1000;

const calls = {
  getVariable: { args: z.tuple([name]), takes: 'the name of a variable' },
  setVariable: { args: z.tuple([name, storedValueSchema]), takes: 'the name of a variable and its value' },
  getStepVariable: { args: z.tuple([name, name]), takes: 'a step and the name of its variable' },
  readPort: { args: z.tuple([name]), takes: "the name of a port, as 'Input 1'" },
  setOutput: {
    args: z.tuple([name, ioLevelSchema]).or(z.tuple([name, ioLevelSchema, z.number().positive().max(3600)])),
    takes: "the name of an output, 'high' or 'low', and the seconds of a pulse where it is one",
  },
  wait: { args: z.tuple([z.number().min(0).max(longestWaitMS)]), takes: 'milliseconds, at most a day' },
  report: { args: z.tuple([textSchema(longestReport)]), takes: `a text of at most ${longestReport} characters` },
} as const;
type CallName = keyof typeof calls;

function createCodeCalls(parts: CodeBlockParts, onReport: (text: string) => void): CodeCalls {
  return {
    async call(asked, text, signal) {
      const called = Object.keys(calls).find((known): known is CallName => known === asked);
      if (called === undefined) return failure(`cell.${asked} does not exist`);
      const given = readArguments(text);
      try {
        return await perform(called, given, parts, signal, onReport);
      } catch (error) {
        return failure(signal.aborted ? 'The code was ended' : `cell.${called} failed: ${String(error)}`);
      }
    },
  };
}

function perform(
  called: CallName,
  given: unknown,
  parts: CodeBlockParts,
  signal: AbortSignal,
  onReport: (text: string) => void,
): CallAnswer | Promise<CallAnswer> {
  const { variables, robot, findVariableID, findStepID, sleep } = parts;
  const wrong = () => failure(`cell.${called} takes ${calls[called].takes}`);
  switch (called) {
    case 'getVariable': {
      const { data } = calls[called].args.safeParse(given);
      return data
        ? known(variables.get(findVariableID(data[0]) ?? data[0]), messages.unknownVariableID(data[0]))
        : wrong();
    }
    case 'setVariable': {
      const { data } = calls[called].args.safeParse(given);
      return data ? setVariable(parts, ...data) : wrong();
    }
    case 'getStepVariable': {
      const { data } = calls[called].args.safeParse(given);
      if (!data) return wrong();
      const [step, variable] = data;
      const value = variables.getStepVariable(findStepID(step) ?? step, variable);
      return known(value, `Step ${step} has no variable ${variable}`);
    }
    case 'readPort': {
      const { data } = calls[called].args.safeParse(given);
      const port = data && findPortByName(data[0]);
      return data ? known(port && robot.readPort(port), `${data[0]} cannot be read`) : wrong();
    }
    case 'setOutput': {
      const { data } = calls[called].args.safeParse(given);
      return data ? setOutput(parts, data[0], data[1], data[2], signal) : wrong();
    }
    case 'wait': {
      const { data } = calls[called].args.safeParse(given);
      return data ? sleep(data[0], signal).then(() => nothing) : wrong();
    }
    case 'report': {
      const { data } = calls[called].args.safeParse(given);
      if (!data) return wrong();
      onReport(data[0]);
      return nothing;
    }
  }
}

async function setVariable(
  { variables, findVariableID }: CodeBlockParts,
  variable: string,
  value: VariableValue,
): Promise<CallAnswer> {
  const set = await variables.set(findVariableID(variable) ?? variable, value);
  if (set.ok) return nothing;
  return failure(set.isKnown ? set.message : messages.unknownVariableID(variable));
}

async function setOutput(
  { robot, safetyOutputs }: CodeBlockParts,
  output: string,
  level: 'high' | 'low',
  pulseSeconds: number | undefined,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const port = findPortByName(output);
  const kind = writablePortKindSchema.safeParse(port?.kind).data;
  if (port === undefined || kind === undefined) return failure(`${output} is not an output`);
  if (safetyOutputs.has(ioPortName(port))) return failure(messages.safetyOutputsCannotBeSet);
  const action = { kind, port: port.port, level, ...(pulseSeconds !== undefined && { pulseSeconds }) };
  const result = await robot.setOutputs([action], signal);
  if (result.ok) return nothing;
  return failure('stopped' in result ? 'The code was ended' : result.failure.message);
}

function readArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Code may manipulate conversions to text; then it gets the expected arguments as an error.
    return undefined;
  }
}

const nothing: CallAnswer = { ok: true, value: null };

function known(value: VariableValue | undefined, message: string): CallAnswer {
  return value === undefined ? failure(message) : { ok: true, value };
}

function failure(message: string): CallAnswer {
  return { ok: false, message };
}

function refused(message: string): PortResult {
  return { ok: false, failure: { kind: 'ExecutionFailure', message } };
}
