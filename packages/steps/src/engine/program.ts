import { ProductError } from '@cellwright/domain/basics';
import {
  type ChildStep,
  type ProgramStep,
  type Scope,
  type ScriptLanguage,
  type StepPorts,
  walkExpression,
} from '../framework/index.ts';
import { findStepContract } from '../step-contracts.ts';
import { findStepRuntime } from '../step-runtimes.ts';
import type { NodeKind, Program } from './types.ts';

export type ProgramHeader = Omit<Program, 'steps'>;

/**
 * Builds a program from the steps that the library sent, in document order, parents before children. The library has
 * already parsed the arguments.
 * @throws ProductError when the steps are not one tree.
 */
export function buildProgram(header: ProgramHeader, steps: readonly ProgramStep[]): Program {
  const program: Program = { ...header, steps };
  buildTree(program);
  return program;
}

/** Returns the languages of the scripts that a program evaluates. */
export function scriptLanguagesOf({ steps }: Program): Set<ScriptLanguage> {
  const languages = new Set<ScriptLanguage>();
  for (const { stepKind, args, isDisabled } of steps) {
    // The arguments of a disabled step may be invalid.
    const uses = isDisabled ? [] : (findStepContract(stepKind)?.expressions(args) ?? []);
    for (const use of uses) {
      for (const { expression } of walkExpression(use)) {
        if (expression.kind === 'JavaScript' || expression.kind === 'Python') languages.add(expression.kind);
      }
    }
  }
  return languages;
}

/** A step of a program with everything the engine needs to play it. */
export interface ProgramNode {
  readonly step: ProgramStep;
  readonly parent: ProgramNode | undefined;
  readonly children: ProgramNode[];
  /** Nearest enabled sibling before it. */
  readonly previous: ProgramNode | undefined;
  /** False if it or a step around it is disabled. */
  readonly isEnabled: boolean;
  /** Undefined for kinds that are not in this build. */
  readonly kind: NodeKind | undefined;
}

export interface ProgramTree {
  readonly roots: readonly ProgramNode[];
  /** By step id, in document order. */
  readonly nodes: ReadonlyMap<string, ProgramNode>;
}

export function buildTree(program: Program, find: (stepKind: string) => NodeKind | undefined = findKind): ProgramTree {
  const roots: ProgramNode[] = [];
  const nodes = new Map<string, ProgramNode>();
  for (const step of program.steps) {
    const parent = step.parentID === null ? undefined : nodes.get(step.parentID);
    if (step.parentID !== null && parent === undefined) throw brokenProgram(step, 'comes before the step around it');
    if (nodes.has(step.id)) throw brokenProgram(step, 'comes twice');
    const siblings = parent?.children ?? roots;
    const last = siblings.at(-1);
    const node: ProgramNode = {
      step,
      parent,
      children: [],
      previous: last?.step.isDisabled ? last.previous : last,
      isEnabled: !step.isDisabled && (parent?.isEnabled ?? true),
      kind: find(step.stepKind),
    };
    nodes.set(step.id, node);
    siblings.push(node);
  }
  return { roots, nodes };
}

function findKind(stepKind: string): NodeKind | undefined {
  const contract = findStepContract(stepKind);
  const runtime = findStepRuntime(stepKind);
  return contract && runtime && { contract, runtime };
}

function brokenProgram(step: ProgramStep, fault: string): ProductError {
  return new ProductError(
    'internal_server_error',
    `The program is damaged: step ${step.path} ${fault}. Load it again.`,
  );
}

/**
 * Returns a node as the steps around or beside it see it. `scope` is the step that plays around it; `isDisabled`
 * applies to this run.
 */
export function asChildStep(
  { step, kind, children }: ProgramNode,
  { ports, scope, isDisabled }: { ports: StepPorts; scope: Scope | undefined; isDisabled: boolean },
): ChildStep {
  const { id, stepKind, args } = step;
  // The arguments of a disabled step may be invalid.
  const roles = isDisabled ? undefined : kind?.runtime.roles;
  return {
    id,
    stepKind,
    args,
    isDisabled,
    hasSteps: children.length > 0,
    as: (role) => role.of(roles, { stepID: id, args, ports, find: (key) => key.findFrom(scope) }),
  };
}

/** Returns the nearest step around it that plays in rounds and is in the same thread. */
export function findLoopAround(node: ProgramNode): ProgramNode | undefined {
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const played = outer.kind?.contract.children.played;
    if (played !== undefined) return played === 'inRounds' ? outer : undefined;
  }
  return undefined;
}

/** True for the loop whose rounds are the cycles of a run: the named one, otherwise each outermost one. */
export function isMainLoop(node: ProgramNode, mainLoopStepID: string | undefined): boolean {
  return mainLoopStepID === undefined ? findLoopAround(node) === undefined : node.step.id === mainLoopStepID;
}
