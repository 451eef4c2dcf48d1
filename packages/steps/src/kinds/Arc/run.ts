import { messages } from '@cellwright/domain/messages';
import type { WirePose } from '@cellwright/domain/robot';
import {
  dependsOnRunTime,
  failed,
  type MoveTarget,
  type RoleContext,
  resolveTarget,
  type StepPorts,
  type StepRuntime,
  type WaypointDefaults,
  type WaypointPlan,
  waypointRole,
} from '../../framework/index.ts';
import { type ArcArgs, type ArcVariables, arcUses } from './contract.ts';

export const arcRuntime: StepRuntime<ArcArgs, ArcVariables> = {
  async run() {
    return failed('StepPlayFailure', messages.arcMisplaced);
  },
  roles: [
    waypointRole.offeredBy<ArcArgs>((context) => ({
      isRunTimeTarget: dependsOnRunTime(arcUses(context.args)),
      plan: (defaults) => planArc(context, defaults),
    })),
  ],
};

async function planArc(context: RoleContext<ArcArgs>, defaults: WaypointDefaults): Promise<WaypointPlan> {
  const { stepID, args, ports } = context;
  const { motionSpeed, blendRadius, limits, tcpOption } = defaults;
  const end = await resolveTarget(args.endTarget.targetKind, args.endTarget, { tcpOption }, context);
  if (!end.ok) return end;
  // One motion moves one tool: that of the end.
  const via = await resolveTarget(
    args.viaTarget.targetKind,
    args.viaTarget,
    { tcpOption: end.value.tcpOption },
    context,
  );
  if (!via.ok) return via;
  return {
    ok: true,
    waypoint: {
      stepID,
      ...end.value,
      via: poseOf(via.value.target, end.value.tcpOption, ports),
      motionKind: 'arc',
      motionSpeed,
      blendRadius,
      stopHere: false,
      limits,
    },
  };
}

function poseOf(target: MoveTarget, tcpOption: string, ports: StepPorts): WirePose {
  return 'pose' in target ? target.pose : ports.motion.poseOf(target.jointAngles, tcpOption);
}
