import type { VariableValue } from '@cellwright/domain/basics';
import type { Expression } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import {
  findScriptNames,
  findStepNamed,
  type ProgramStep,
  refuseExpression,
  walkExpression,
} from '../framework/index.ts';
import { refuseKind } from '../step-contracts.ts';
import type { ProgramNode, ProgramTree } from './program.ts';
import type { StartCheck } from './types.ts';

type FindSpaceItem = (id: string) => SpaceItem | undefined;

/** Checks whether a program can be played from its first step or from a chosen one. */
export function checkStart(
  tree: ProgramTree,
  fromStepID: string | undefined,
  findSpaceItem: FindSpaceItem,
): StartCheck {
  const from = fromStepID === undefined ? undefined : tree.nodes.get(fromStepID);
  if (fromStepID !== undefined && from === undefined) return { kind: 'unknownStep' };
  if (from !== undefined && !from.isEnabled) return { kind: 'disabledStep' };
  const refusal = findRefusal(tree, findSpaceItem);
  if (refusal !== undefined) return refusal;
  for (let node = from?.parent; node !== undefined; node = node.parent) {
    const question = node.kind?.contract.questionBeforeStartingInside;
    if (question !== undefined) return { kind: 'asks', question };
  }
  return { kind: 'ready' };
}

function findRefusal(tree: ProgramTree, findSpaceItem: FindSpaceItem): StartCheck | undefined {
  for (const node of tree.nodes.values()) {
    const message = node.isEnabled ? refuseNode(node, findSpaceItem) : undefined;
    if (message !== undefined)
      return { kind: 'refused', message: `Step ${node.step.path}: ${message}`, step: node.step };
  }
  return undefined;
}

function refuseNode({ step, kind }: ProgramNode, findSpaceItem: FindSpaceItem): string | undefined {
  if (kind === undefined) return refuseKind(step.stepKind);
  const { contract } = kind;
  for (const use of contract.expressions(step.args)) {
    const message = refuseExpression(use);
    if (message !== undefined) return message;
  }
  return contract.refuseToPlay?.(step.args, findSpaceItem);
}

/** Returns the variables of steps that expressions of the program read, with their initial values. */
export function* initialVariables(
  tree: ProgramTree,
): Generator<{ step: ProgramStep; name: string; value: VariableValue }> {
  for (const { step, kind, isEnabled } of tree.nodes.values()) {
    // The arguments of a disabled step may be invalid.
    const uses = isEnabled ? kind?.contract.expressions(step.args) : undefined;
    for (const use of uses ?? []) {
      for (const { expression } of walkExpression(use)) {
        for (const { stepID, name } of stepVariablesOf(tree, expression)) {
          const read = tree.nodes.get(stepID);
          const value = new Map(Object.entries(read?.kind?.contract.variables ?? {})).get(name);
          if (read !== undefined && value !== undefined) yield { step: read.step, name, value };
        }
      }
    }
  }
}

function stepVariablesOf(tree: ProgramTree, expression: Expression): { stepID: string; name: string }[] {
  if (expression.kind === 'stateVariable') return [{ stepID: expression.stepID, name: expression.variable }];
  if (expression.kind !== 'JavaScript' && expression.kind !== 'Python') return [];
  const steps = [...tree.nodes.values()].map((node) => node.step);
  return findScriptNames(expression.kind, expression.source).steps.flatMap(({ step, variable }) => {
    const found = findStepNamed(steps, step);
    return found === undefined ? [] : [{ stepID: found.id, name: variable }];
  });
}

/**
 * Returns the index of the child that each step around the start begins with, by step id; null is the routine itself.
 */
export function pathToStart(tree: ProgramTree, fromStepID: string | undefined): Map<string | null, number> {
  const path = new Map<string | null, number>();
  let node = fromStepID === undefined ? undefined : tree.nodes.get(fromStepID);
  for (; node !== undefined; node = node.parent) {
    path.set(node.step.parentID, (node.parent?.children ?? tree.roots).indexOf(node));
  }
  return path;
}
