import { messages } from '@cellwright/domain/messages';
import { orientationOf, rotateVec3, unitToMeters, type Vec3 } from '@cellwright/geometry';
import {
  addedOffset,
  evaluateNumber,
  failed,
  frameNamed,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
} from '../../framework/index.ts';
import type { AddOffsetArgs, AddOffsetVariables } from './contract.ts';

type Context = StepContext<AddOffsetArgs, AddOffsetVariables>;

export const addOffsetRuntime: StepRuntime<AddOffsetArgs, AddOffsetVariables> = {
  async run(context) {
    const { args, ports } = context;
    const frame = frameNamed(args.frame, ports.space, ports.motion.basePose());
    if (frame === undefined) return failed('ExecutionFailure', messages.invalidOffsetFrame);
    const translation = translationBefore(context) ?? (await evaluateTranslation(context));
    if ('kind' in translation) return translation;
    context.setVariable('x', translation[0]);
    context.setVariable('y', translation[1]);
    context.setVariable('z', translation[2]);
    const [x, y, z] = rotateVec3(orientationOf(frame), translation);
    const [aroundX, aroundY, aroundZ] = context.find(addedOffset)?.translation ?? [0, 0, 0];
    context.provide(addedOffset, { translation: [aroundX + x, aroundY + y, aroundZ + z] });
    return context.playChildren();
  },
};

/**
 * Returns the offset of the interrupted run that this one continues: the values of its expressions may have changed
 * since.
 */
function translationBefore({ isContinued, stepID, ports }: Context): Vec3 | undefined {
  if (!isContinued) return undefined;
  const read = (name: keyof AddOffsetVariables) => ports.variables.getStepVariable(stepID, name);
  const [x, y, z] = [read('x'), read('y'), read('z')];
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined;
}

/** Evaluates the offset along the axes of its frame, metres. */
async function evaluateTranslation({ args, ports }: Context): Promise<Vec3 | StepOutcome> {
  const meters: [number, number, number] = [0, 0, 0];
  for (const [axis, field] of (['translationX', 'translationY', 'translationZ'] as const).entries()) {
    const result = await evaluateNumber(ports.expressions, args[field]);
    if (!result.ok) return failed('ExecutionFailure', messages.errorInField(field, result.message));
    meters[axis] = unitToMeters(result.value, args.distanceUnit);
  }
  return meters;
}
