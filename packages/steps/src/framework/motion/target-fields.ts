import { idSchema } from '@cellwright/domain/basics';
import { jointAnglesSchema, poseSchema, tcpOptionOrAutoSchema } from '@cellwright/domain/robot';
import { expressionSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import type { ExpressionUse } from '../contract.ts';
import { expressionsIn } from '../expressions.ts';
import { field, numberOrExpression } from '../fields.ts';

/** Fields for the target of every kind that has one. */

const singlePositionSchema = z.object({
  jointAngles: field(jointAnglesSchema.optional(), { label: 'Joint angles', unit: 'rad' }),
  pose: field(poseSchema.optional(), { label: 'Pose of the tooltip', unit: 'm' }),
});

export const targetKinds = ['singlePosition', 'positionList', 'expression'] as const;
export type TargetKind = (typeof targetKinds)[number];

export const targetFields = {
  target: field(singlePositionSchema.optional(), { label: 'Position' }),
  positionListID: field(idSchema.optional(), { label: 'Position list', control: 'spaceItem' }),
  positionListIndex: field(numberOrExpression(z.number().int()).optional(), {
    label: 'Position in the list',
    help: 'Numbered from 0',
    control: 'numberOrExpression',
  }),
  expression: field(expressionSchema.optional(), {
    label: 'Position from an expression',
    help: 'Text: a position as JSON ({ "pose": … } or { "jointAngles": … }), or the id of a position',
    control: 'expression',
  }),
} as const;

const targetArgsSchema = z.object(targetFields);
/** A target in one of its fields; the kind determines which. */
export type TargetArgs = z.output<typeof targetArgsSchema>;

export const shouldMatchJointAnglesField = field(z.boolean().default(false), {
  label: 'Match joint angles',
  help: 'On: exactly the taught joint angles. Off: the pose, in the nearest arm configuration that can be reached',
});

export const tcpOptionField = field(tcpOptionOrAutoSchema.default('auto'), {
  label: 'Tool centre point',
  help: 'TCP to move to the target. Automatic: the TCP used to teach the position, or that of the active tool',
  control: 'tcp',
});

/** Returns the expressions that determine a target: only those that its kind uses. */
export function targetUses(kind: string | undefined, args: TargetArgs): ExpressionUse[] {
  if (kind === 'expression') return expressionsIn({ expression: args.expression });
  return kind === 'positionList' ? expressionsIn({ positionListIndex: args.positionListIndex }) : [];
}

/** True if the target depends on values at the time the arm gets there. */
export function dependsOnRunTime(uses: readonly ExpressionUse[]): boolean {
  return uses.some(({ expression }) => expression.kind !== 'constant');
}
