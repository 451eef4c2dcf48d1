import type { IOLevel, VariableValue } from '@cellwright/domain';
import type { Evaluation } from './ports.ts';

export type ScriptLanguage = 'JavaScript' | 'Python';

/** What a script reads, as its text names it. Nothing else is handed to it. */
export interface ScriptNames {
  /** Names or ids in `variables.count`, `variables['part count']`. */
  readonly variables: readonly string[];
  /** Ids or descriptions with a variable's name in `steps['Count parts'].completedCount`. */
  readonly steps: readonly { readonly step: string; readonly variable: string }[];
  /** Full names of ports in `io['Input 1']`. */
  readonly io: readonly string[];
}

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

const identifier = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const quoted = String.raw`'([^'\\\n]*)'|"([^"\\\n]*)"`;
/** Texts and comments come first, so that what is only mentioned in them does not count. */
const passedOver: Readonly<Record<ScriptLanguage, string>> = {
  JavaScript: String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|${quoted.replaceAll(/[()]/g, '')}`,
  Python: String.raw`#[^\n]*|${quoted.replaceAll(/[()]/g, '')}`,
};
const accesses = [
  String.raw`(?<![.\p{ID_Continue}$])(variables|steps|io)\s*(?:\[\s*(?:${quoted})\s*\]|\.\s*(${identifier}))`,
  String.raw`(?:\s*(?:\[\s*(?:${quoted})\s*\]|\.\s*(${identifier})))?`,
].join('');
const patterns: Readonly<Record<ScriptLanguage, RegExp>> = {
  JavaScript: new RegExp(`${accesses}|${passedOver.JavaScript}`, 'gu'),
  Python: new RegExp(`${accesses}|${passedOver.Python}`, 'gu'),
};

/** What a script names literally; names that it puts together while it runs are not found. */
export function findScriptNames(language: ScriptLanguage, source: string): ScriptNames {
  const variables = new Set<string>();
  const io = new Set<string>();
  const steps = new Map<string, { step: string; variable: string }>();
  for (const [, root, single, double, plain, single2, double2, plain2] of source.matchAll(patterns[language])) {
    const name = single ?? double ?? plain;
    if (name === undefined) continue;
    if (root === 'variables') variables.add(name);
    if (root === 'io') io.add(name);
    const variable = single2 ?? double2 ?? plain2;
    if (root === 'steps' && variable !== undefined) {
      steps.set(JSON.stringify([name, variable]), { step: name, variable });
    }
  }
  return { variables: [...variables], steps: [...steps.values()], io: [...io] };
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
