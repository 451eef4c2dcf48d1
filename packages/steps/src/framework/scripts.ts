import type { VariableValue } from '@cellwright/domain/basics';
import type { IOLevel } from '@cellwright/domain/robot';
import type { Evaluation } from './ports.ts';
import { explainModule, readJavaScript } from './read-javascript.ts';
import { readPython } from './read-python.ts';
import type { ReadScript, ScriptNames } from './script-names.ts';

export type { ScriptNames };

export type ScriptLanguage = 'JavaScript' | 'Python';

/** The values behind those names. */
export interface ScriptValues {
  readonly variables: readonly (readonly [name: string, value: VariableValue])[];
  readonly steps: readonly (readonly [step: string, variable: string, value: VariableValue])[];
  readonly io: readonly (readonly [name: string, level: IOLevel])[];
}

export interface Script {
  readonly language: ScriptLanguage;
  readonly source: string;
  readonly values: ScriptValues;
}

/** Evaluates scripts in isolation: no files, no network, bounded time and memory. */
export interface ScriptRunner {
  /** Never rejects; errors are in the evaluation's message. */
  run(script: Script): Promise<Evaluation>;
  /** Starts the interpreter of a language before its first script, which may take seconds. */
  prepare?(language: ScriptLanguage): Promise<void>;
  /** Returns a runner for one caller: only callers whose scripts have to be aborted wait for it. */
  forCaller?(callerID: string): ScriptRunner;
}

/** Cache of recently read scripts: the same ones are evaluated again and again. */
const lastRead = new Map<string, ReadScript>();
const maxLastRead = 256;
/** Maximum length of a cached script, characters. */
const longestKept = 20_000;
const maxLastExplained = 32;

/** Reads a script with the parser of its language. */
export function readScript(language: ScriptLanguage, source: string): ReadScript {
  const key = `${language} ${source}`;
  const known = lastRead.get(key);
  if (known) return known;
  const read = language === 'JavaScript' ? readJavaScript(source) : readPython(source);
  if (source.length > longestKept) return read;
  const [oldest] = lastRead.keys();
  if (lastRead.size >= maxLastRead && oldest !== undefined) lastRead.delete(oldest);
  lastRead.set(key, read);
  return read;
}

/** Cache of recently checked code blocks with their syntax error. */
const lastExplained = new Map<string, string | undefined>();

/** Returns why the source of a code block cannot be parsed, with line and column; undefined if it can. */
export function explainCode(source: string): string | undefined {
  if (lastExplained.has(source)) return lastExplained.get(source);
  const problem = explainModule(source);
  const [oldest] = lastExplained.keys();
  if (lastExplained.size >= maxLastExplained && oldest !== undefined) lastExplained.delete(oldest);
  lastExplained.set(source, problem);
  return problem;
}

/** Returns the literal names in a script; names that it composes while it runs are not found. */
export function findScriptNames(language: ScriptLanguage, source: string): ScriptNames {
  return readScript(language, source).names;
}

/** Finds a step by the name that scripts use: its id, or a description that no other step has. */
export function findStepNamed<Step extends { readonly id: string; readonly description?: string | undefined }>(
  steps: Iterable<Step>,
  name: string,
): Step | undefined {
  const described: Step[] = [];
  for (const step of steps) {
    if (step.id === name) return step;
    if (step.description === name) described.push(step);
  }
  return described.length === 1 ? described[0] : undefined;
}
