/** Names of the values that a script reads. It receives no other values. */
export interface ScriptNames {
  /** Names or ids in `variables.count`, `variables['part count']`. */
  readonly variables: readonly string[];
  /** Ids or descriptions with a variable's name in `steps['Count parts'].completedCount`. */
  readonly steps: readonly { readonly step: string; readonly variable: string }[];
  /** Full names of ports in `io['Input 1']`. */
  readonly io: readonly string[];
}

/** A script as its parser read it. */
export interface ReadScript {
  readonly names: ScriptNames;
  /** Syntax error of the script, with the line; undefined if there is none. */
  readonly problem: string | undefined;
  /** First use of the values without a literal name, such as `variables[name]`; undefined if there is none. */
  readonly unnamed: UnnamedUse | undefined;
}

/** A use of values whose names only a run can compute. A run has the values that the script names, and no others. */
export interface UnnamedUse {
  readonly root: ScriptRoot;
  /** From 1. */
  readonly line: number;
}

/** Collects names in their order in a script, each once. */
export class NameCollector {
  private readonly variables = new Set<string>();
  private readonly io = new Set<string>();
  private readonly steps = new Map<string, { step: string; variable: string }>();

  /** @param path literal part of the path after `variables`, `steps` or `io` */
  add(root: ScriptRoot, [name, variable]: readonly string[]): void {
    if (name === undefined) return;
    if (root === 'variables') this.variables.add(name);
    if (root === 'io') this.io.add(name);
    if (root === 'steps' && variable !== undefined) {
      this.steps.set(JSON.stringify([name, variable]), { step: name, variable });
    }
  }

  get names(): ScriptNames {
    return { variables: [...this.variables], steps: [...this.steps.values()], io: [...this.io] };
  }
}

/** Literal names that lead from each of the given objects to a value. */
const pathLengths = { variables: 1, steps: 2, io: 1 } as const;
export type ScriptRoot = keyof typeof pathLengths;

export function isScriptRoot(name: string): name is ScriptRoot {
  return Object.hasOwn(pathLengths, name);
}

/** True if a literal path leads to a value. */
export function isComplete(root: ScriptRoot, path: readonly string[]): boolean {
  return path.length >= pathLengths[root];
}
