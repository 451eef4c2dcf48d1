import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import {
  blendConfigSchema,
  checkSpeedLimits,
  customLimitsMissingMessage,
  customLimitsUnusedMessage,
  defineContract,
  field,
  invalid,
  motionSpeedSchema,
  noBlend,
  noTimeLimit,
  oldMotionLimitsMessage,
  speedLimitOptionSchema,
  speedProfileSchema,
} from '../../framework/index.ts';

const argsSchema = z.object({
  motionSpeed: field(motionSpeedSchema.default(50), { label: 'Speed', unit: '%', help: 'Of the speed limits' }),
  blendConfig: field(blendConfigSchema.default(noBlend), { label: 'Blend' }),
  speedLimitOption: field(speedLimitOptionSchema.default('PARENT_DEFAULTS'), { label: 'Speed limits' }),
  speedProfile: field(speedProfileSchema.optional(), { label: 'Custom speed limits' }),
});
export type MoveArmToV2Args = z.output<typeof argsSchema>;

export const moveArmToV2Contract = defineContract({
  kind: 'MoveArmToV2',
  label: 'Move arm',
  section: 'Basic',
  description:
    'Moves the arm through the waypoints inside it in one motion, blended where asked. Outputs and variables set between waypoints are set at rest.',
  args: argsSchema,
  children: { policy: 'required', allowedKinds: ['Waypoint', 'SetIO', 'SetEnvironmentVariable', 'Arc'] },
  newStep: { child: 'Waypoint' },
  variables: {},
  hasOutsideEffect: false,
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check({ args, children }) {
    const leadsSomewhere = children.some(
      ({ stepKind, isDisabled }) => !isDisabled && (stepKind === 'Waypoint' || stepKind === 'Arc'),
    );
    return [
      ...(children.length > 0 && !leadsSomewhere ? [invalid('steps', messages.noWaypointsFound)] : []),
      ...checkSpeedLimits(args),
    ];
  },
  summarize: ({ motionSpeed }, { say }) => say`Move the arm at ${motionSpeed} %`,
  examples: [
    { title: 'Half speed', args: {} },
    { title: 'Fast, with round corners', args: { motionSpeed: 90, blendConfig: { blendRadius: 0.05 } } },
    {
      title: 'With a cup of coffee',
      args: { motionSpeed: 100, speedLimitOption: 'CUSTOM', speedProfile: { maxTooltipSpeed: 0.2 } },
    },
  ],
  messages: [
    { message: messages.mustHaveSubsteps('MoveArmToV2'), provokedBy: { args: {} } },
    { message: messages.noWaypointsFound, provokedBy: { args: {}, childKinds: ['SetIO'] } },
    { message: customLimitsMissingMessage, provokedBy: { args: { speedLimitOption: 'CUSTOM' } } },
    { message: customLimitsUnusedMessage, provokedBy: { args: { speedProfile: { maxTooltipSpeed: 0.2 } } } },
    { message: oldMotionLimitsMessage, provokedBy: { args: { speedLimitOption: { maxSpeed: 1 } } } },
    {
      message: messages.deviceActuationDuringWaypointFailed,
      provokedBy: { args: {}, childKinds: ['Waypoint', 'SetIO'], played: { faults: ['outputsFail'] } },
    },
  ],
});
