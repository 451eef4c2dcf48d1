import { flangeLinksOf } from '@cellwright/arm';
import { describeBody, type NamedPair, obstacleNameOf } from '@cellwright/collision';
import type { ArmContext } from '../arm-context.ts';
import { explain } from './explain.ts';
import type { MoveTool, Reason } from './request.ts';

/** Name of the tool on the flange, in the collision world. */
export const toolName = 'tool';

/**
 * Puts the tool's boxes on the flange of the collision model, in place of the former tool. Returns the links that the
 * tool always touches: they are not checked against each other.
 */
export function mountTool({ checker, model }: ArmContext, tool: MoveTool): readonly string[] {
  if (tool.boxes.length === 0) {
    checker.detach(toolName);
    return [];
  }
  const parts = tool.boxes.map(({ pose, size }) => ({ shape: { kind: 'box' as const, size }, pose }));
  const attached = checker.attach({ name: toolName, link: model.tip, parts, mayTouch: flangeLinksOf(model) });
  if (attached.kind === 'refused') throw new RangeError(attached.problem.message);
  return attached.alwaysTouching.map(([first, second]) => (first === toolName ? second : first));
}

export interface Contact extends Required<Reason> {
  /** Index of the sample at or after which there is contact. */
  readonly sample: number;
}

/** Returns the first contact along joint angles with straight moves in between. */
export function findContact({ checker }: ArmContext, samples: readonly (readonly number[])[]): Contact | undefined {
  const check = checker.checkPath(samples);
  if (check.kind === 'clear') return undefined;
  return { sample: check.segment + (samples.length > 1 ? 1 : 0), ...explainPair(check.pair) };
}

/** Describes the pair that would touch. */
export function describePair(pair: NamedPair | undefined): string {
  if (!pair) return 'the arm would touch something';
  return `${nameOfThing(pair.link)} would touch ${nameOfThing(pair.other)}`;
}

/** The contact of a pair as the reason of a refusal. */
export function explainPair(pair: NamedPair | undefined): Required<Reason> {
  const reason = describePair(pair);
  if (!pair) return explain(reason, 'touchesSomething');
  const [first, second] = [obstacleNameOf(pair.link), obstacleNameOf(pair.other)];
  const obstacle = second ?? first;
  if (obstacle === undefined)
    return explain(reason, 'touchesBody', { body: bodyOf(pair.link), other: bodyOf(pair.other) });
  return explain(reason, 'touchesObstacle', { body: bodyOf(second === undefined ? pair.other : pair.link), obstacle });
}

function bodyOf(name: string): string {
  return name.replace(/_link$/, '');
}

/** A link or an obstacle as sentences name it, by its name in the collision world. */
export function nameOfThing(name: string): string {
  const obstacle = obstacleNameOf(name);
  if (obstacle !== undefined) return `'${obstacle}'`;
  return describeBody(name);
}
