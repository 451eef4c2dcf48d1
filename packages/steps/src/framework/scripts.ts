import type { IOLevel, VariableValue } from '@cellwright/domain';
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

/** Evaluates scripts apart from everything: no files, no network, bounded time and memory. */
export interface ScriptRunner {
  /** Never rejects; what goes wrong is the evaluation's message. */
  run(script: Script): Promise<Evaluation>;
  /** Starts what evaluates a language ahead of its first script: that may take seconds. */
  prepare?(language: ScriptLanguage): Promise<void>;
  /** The same on behalf of one caller: whose scripts have to be ended, waits, and others do not. */
  forCaller?(callerID: string): ScriptRunner;
}

/** Scripts that were read last: the same ones are evaluated again and again. */
const lastRead = new Map<string, ReadScript>();
const maxLastRead = 256;
/** Longer ones are not kept, characters. */
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

/** The last code blocks that were read, with why each cannot be. */
const lastExplained = new Map<string, string | undefined>();

/** Returns why the source of a code block cannot be read, with line and column; undefined when it can. */
export function explainCode(source: string): string | undefined {
  if (lastExplained.has(source)) return lastExplained.get(source);
  const problem = explainModule(source);
  const [oldest] = lastExplained.keys();
  if (lastExplained.size >= maxLastExplained && oldest !== undefined) lastExplained.delete(oldest);
  lastExplained.set(source, problem);
  return problem;
}

/** What a script names literally; names that it puts together while it runs are not found. */
export function findScriptNames(language: ScriptLanguage, source: string): ScriptNames {
  return readScript(language, source).names;
}

/** What scripts call a step by: its id, or a description that no other step has. */
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
