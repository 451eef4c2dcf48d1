import {
  type BoxUse,
  defineContract,
  describeFrame,
  describeMotionKind,
  type ExpressionUse,
  expressionsIn,
  noTimeLimit,
  type PalletUse,
  type SummaryNames,
  targetUses,
  withCalculations,
} from '../../framework/index.ts';
import { positionSourceOf, type WaypointArgs, waypointArgsSchema } from './contract-args.ts';
import { checkWaypoint, placesOfWaypoints } from './contract-checks.ts';
import { waypointMessages } from './contract-messages.ts';
import { stopEarlyUses } from './contract-stop-early.ts';

// A type, not an interface: only types are records of variable values.
export type WaypointVariables = {
  /** Number of times that the waypoint was reached in this run. */
  completedCount: number;
  /** State of the motion to it: none, requestingPlan, planning, receivingPlan, moving or paused. */
  currentActivity: string;
  /** 0, or the number of the group of stop-early conditions that ended the motion. */
  stoppedEarly: number;
};
const initialVariables: WaypointVariables = { completedCount: 0, currentActivity: 'none', stoppedEarly: 0 };

export const waypointContract = defineContract({
  kind: 'Waypoint',
  label: 'Waypoint',
  section: 'Basic',
  description: 'A position that the enclosing move step passes or ends at.',
  args: waypointArgsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  insideOnly: placesOfWaypoints,
  variables: initialVariables,
  hasComputedTarget: ({ targetKind, positionListIndex }) =>
    targetKind === 'expression' || targetKind === 'relative' || typeof positionListIndex === 'object',
  palletUse: palletUseOf,
  boxUse,
  hasOutsideEffect: false,
  resume: {
    startsWhereArmStands: ({ targetKind, relativeConfig }) =>
      targetKind === 'relative' && relativeConfig?.targetKind === 'currentPosition',
  },
  timeLimit: () => noTimeLimit,
  expressions: (args) => [...targetExpressions(args), ...stopEarlyUses(args)],
  check: checkWaypoint,
  refuseToPlay: refuseWaypoint,
  summarize(args, names) {
    const { say } = names;
    if (args.targetKind === 'relative') return describeOffset(args, names);
    if (args.targetKind === 'expression') return say`Move to a computed position`;
    if (args.targetKind === 'singlePosition') {
      return say`Move to a position (${describeMotionKind(args.motionKind, say)})`;
    }
    if (args.positionListID === undefined) return say`Move to a position list`;
    return say`Move to ${names.spaceItem(args.positionListID)}`;
  },
  examples: [
    { title: 'Taught joint angles', args: { target: { jointAngles: [0, 0.4, 1.6, -0.4, 4.7, 0] } } },
    {
      title: 'Straight down to a pose, slowly, and stop there',
      args: {
        motionKind: 'line',
        motionSpeed: 20,
        stopHere: true,
        target: { pose: { x: 0.4, y: -0.3, z: 0.2, i: 0, j: 0.6, k: 0, w: 0.8 } },
      },
    },
    {
      title: 'The next position of a list, by loop count',
      args: {
        targetKind: 'positionList',
        positionListID: 'space_tray',
        positionListIndex: { kind: 'stateVariable', stepID: 'step_loop', variable: 'completedCount' },
      },
    },
    {
      title: 'Over the next box of a layer, before it is put down',
      args: {
        targetKind: 'positionList',
        positionListID: 'space_boxes',
        palletConfig: {
          selectedPalletBaseID: 'space_pallet',
          moveType: 'approach',
          selectedLayer: 1,
          selectedBox: { kind: 'variable', variableID: 'variable_box' },
        },
      },
    },
    {
      title: '50 mm up in the tool frame, until a part is felt',
      args: {
        targetKind: 'relative',
        distanceUnit: 'millimeter',
        relativeConfig: { frame: 'tool', offsetX: -50 },
        stopEarlyConditions: JSON.stringify([
          [{ kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 2 } } }],
        ]),
      },
    },
  ],
  messages: waypointMessages,
});

/** Returns the expressions that determine the position: only those that its target kind uses. */
export function targetExpressions(args: WaypointArgs): ExpressionUse[] {
  const { offsetX, offsetY, offsetZ, offsetRx, offsetRy, offsetRz } = args.relativeConfig ?? {};
  const { selectedLayer, selectedBox } = args.palletConfig ?? {};
  const source = positionSourceOf(args);
  const offsets = { offsetX, offsetY, offsetZ, offsetRx, offsetRy, offsetRz };
  return [
    ...targetUses(source, args),
    ...(source === 'positionList' ? within('palletConfig', expressionsIn({ selectedLayer, selectedBox })) : []),
    ...(args.targetKind === 'relative' ? within('relativeConfig', expressionsIn(offsets)) : []),
  ];
}

function describeOffset({ relativeConfig }: WaypointArgs, names: SummaryNames): string {
  const { say } = names;
  const { frame = 'base' } = relativeConfig ?? {};
  return frame === 'base' ? say`Move by an offset` : say`Move by an offset along ${describeFrame(frame, names)}`;
}

function within(part: keyof WaypointArgs, uses: readonly ExpressionUse[]): ExpressionUse[] {
  return uses.map(({ fieldId, expression }) => ({ fieldId: `${part}.${fieldId}`, expression }));
}

function palletUseOf(args: WaypointArgs): PalletUse | undefined {
  const { positionListID: boxesID, tcpOption, palletConfig } = args;
  const { selectedPalletBaseID: palletBaseID, moveType } = palletConfig ?? {};
  if (positionSourceOf(args) !== 'positionList' || boxesID === undefined || palletBaseID === undefined)
    return undefined;
  return moveType === 'pickup' ? undefined : { boxesID, palletBaseID, tcpOption, isApproach: moveType === 'approach' };
}

function boxUse(args: WaypointArgs): BoxUse | undefined {
  const boxIndex = args.palletConfig?.selectedBox;
  const pallet = palletUseOf(args);
  return pallet && boxIndex !== undefined ? { boxesID: pallet.boxesID, boxIndex } : undefined;
}

function refuseWaypoint(args: WaypointArgs): string | undefined {
  return args.shouldMatchDynamicBasePosition ? 'this build cannot match the position of a dynamic base' : undefined;
}
