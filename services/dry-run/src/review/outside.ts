import type { CodeBlock, EnvironmentVariable, GlobalVariable } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
import { findScriptNames, findStepNamed, type ProgramStep } from '@cellwright/steps/framework';

/** References in a step's arguments. */
export interface Reads {
  /** Ids of variables. */
  readonly variables: ReadonlySet<string>;
  /** Ids of steps whose own variables are read. */
  readonly steps: ReadonlySet<string>;
  readonly readsPorts: boolean;
}

type Variable = EnvironmentVariable | GlobalVariable;

export interface DataFlowParts {
  readonly steps: readonly ProgramStep[];
  readonly variables: readonly Variable[];
  readonly codeBlocks: readonly CodeBlock[];
}

/** Readers and writers of data in a routine, and its external sources: users, inputs, devices, other programs. */
export class DataFlow {
  readonly readsOf: ReadonlyMap<string, Reads>;
  /** Ids of the steps that set each variable. */
  readonly settersOf: ReadonlyMap<string, readonly string[]>;
  private readonly parts: DataFlowParts;
  private readonly outsideSteps: ReadonlySet<string>;
  private readonly outsideVariables: ReadonlySet<string>;

  constructor(parts: DataFlowParts) {
    this.parts = parts;
    this.readsOf = new Map(parts.steps.map((step) => [step.id, this.findReads(step)]));
    this.settersOf = this.findSetters();
    this.outsideSteps = new Set(
      parts.steps.filter(({ stepKind }) => findStepContract(stepKind)?.answersFromOutside).map(({ id }) => id),
    );
    this.outsideVariables = this.findOutsideVariables();
  }

  /** True if the effect of a step depends on data from outside the routine. */
  dependsOnOutside(stepID: string): boolean {
    const reads = this.readsOf.get(stepID);
    return reads !== undefined && this.isFromOutside(reads);
  }

  private isFromOutside({ readsPorts, steps, variables }: Reads, outside = this.outsideVariables): boolean {
    if (readsPorts) return true;
    return [...steps].some((id) => this.outsideSteps.has(id)) || [...variables].some((id) => outside.has(id));
  }

  /** Variables of the cell that no step sets, and values derived from external data, however indirectly. */
  private findOutsideVariables(): ReadonlySet<string> {
    const found = new Set(
      this.parts.variables.filter(({ id, isGlobal }) => isGlobal && !this.settersOf.has(id)).map(({ id }) => id),
    );
    for (let size = -1; size < found.size; ) {
      size = found.size;
      for (const [id, setters] of this.settersOf) {
        if (setters.some((stepID) => this.isSetFromOutside(stepID, found))) found.add(id);
      }
    }
    return found;
  }

  /** True if a step sets variables from outside: by asking the operator, or by reading outside data. */
  private isSetFromOutside(stepID: string, outside: ReadonlySet<string>): boolean {
    return this.outsideSteps.has(stepID) || this.isFromOutside(this.readsOf.get(stepID) ?? nothing, outside);
  }

  private findSetters(): ReadonlyMap<string, readonly string[]> {
    const setters = new Map<string, string[]>();
    for (const { id, stepKind, args, isDisabled } of this.parts.steps) {
      const set = isDisabled ? [] : (findStepContract(stepKind)?.setsVariables?.(args, this.parts) ?? []);
      for (const variableID of set) setters.set(variableID, [...(setters.get(variableID) ?? []), id]);
    }
    return setters;
  }

  private findReads(step: ProgramStep): Reads {
    const variables = new Set<string>();
    const steps = new Set<string>();
    let readsPorts = false;
    for (const node of walk(step.args)) {
      if (node.kind === 'sensor') readsPorts = true;
      if (node.kind === 'variable' && typeof node.variableID === 'string') variables.add(node.variableID);
      if (node.kind === 'stateVariable' && typeof node.stepID === 'string') steps.add(node.stepID);
      if (node.kind !== 'JavaScript' && node.kind !== 'Python') continue;
      const source = Object.values(node)
        .filter((value) => typeof value === 'string')
        .join('\n');
      const names = findScriptNames(node.kind, source);
      for (const name of names.variables) for (const id of this.idsOf(name)) variables.add(id);
      for (const { step: name } of names.steps) steps.add(findStepNamed(this.parts.steps, name)?.id ?? name);
      readsPorts ||= names.io.length > 0;
    }
    return { variables, steps, readsPorts };
  }

  private idsOf(nameOrID: string): readonly string[] {
    return this.parts.variables.filter(({ id, name }) => id === nameOrID || name === nameOrID).map(({ id }) => id);
  }
}

const nothing: Reads = { variables: new Set(), steps: new Set(), readsPorts: false };

/** Every object in a step's arguments, however deep. */
function* walk(root: unknown): Generator<Readonly<Record<string, unknown>>> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    // Sound: fields of any object can be read by name.
    if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
    waiting.push(...Object.values(value));
  }
}
