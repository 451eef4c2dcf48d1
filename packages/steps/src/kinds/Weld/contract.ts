import { messages, mountMessages } from '@cellwright/domain/messages';
import { weldMessages } from '@cellwright/domain/runner-socket';
import {
  type CellEquipment,
  chooseDevice,
  defineContract,
  gripper,
  noTimeLimit,
  notOnFlange,
  type Provocation,
} from '../../framework/index.ts';
import { argsSchema, ownLimits, type WeldActivity } from './contract-args.ts';
import { checkWeld, own } from './contract-checks.ts';

// A type, not an interface: only types are records of variable values.
export type WeldVariables = {
  currentActivity: WeldActivity;
  /** Measured voltage of the arc, V; 0 without an arc, or if the machine does not report it. Likewise below. */
  arcVoltage: number;
  /** A. */
  arcCurrent: number;
  /** m/s. */
  arcWireSpeed: number;
};
const initialVariables: WeldVariables = { currentActivity: 'none', arcVoltage: 0, arcCurrent: 0, arcWireSpeed: 0 };

/** A weld machine and a torch, for the messages. */
const welder: CellEquipment = {
  id: 'w1',
  kind: 'WeldMachineGeneric',
  name: 'Welder',
  capabilities: ['welder'],
  descriptions: { welder: { hasArcSignals: true, takesParameters: false } },
};
const torch: CellEquipment = {
  id: 't1',
  kind: 'WeldTorch',
  name: 'Torch',
  capabilities: ['torch'],
  isOnFlange: true,
};
const withoutArcSignals = (maker: { readonly maker?: 'ESAB' } = {}): CellEquipment => ({
  ...welder,
  descriptions: { welder: { hasArcSignals: false, takesParameters: false, ...maker } },
});
const equipment = [welder, torch, gripper];
const inRack = [welder, { ...torch, isOnFlange: false }];
const chosen = { selectedMachineID: 'w1', selectedTorchID: 't1' };
const seam = ['Waypoint', 'Waypoint'] as const;
const checked = (args: Provocation['args'], changes: Partial<Provocation> = {}): Provocation => ({
  ...{ args: { ...chosen, ...args }, childKinds: seam, equipment },
  ...changes,
});
const played = (faults: NonNullable<Provocation['played']>['faults'], args: Provocation['args'] = {}) =>
  checked(args, { played: { faults } });

export const { weldPaused } = own;

export const weldContract = defineContract({
  kind: 'Weld',
  label: 'Weld',
  section: 'Interface with other devices',
  description:
    'Welds along the waypoints and arcs inside it: moves to the first, starts the arc, and travels at a constant speed. The torch must be on the flange. The arc ends on every way out of the step; a pause ends the step.',
  args: argsSchema,
  children: { policy: 'required', allowedKinds: ['Waypoint', 'Arc'] },
  newStep: { child: 'Waypoint' },
  variables: initialVariables,
  hasOutsideEffect: true,
  requires: ['welder', 'torch'],
  resume: {
    refusal: own.cannotResumeInside,
  },
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: checkWeld,
  summarize({ isDryRun, travelSpeed, stitching, weaving }, { say }) {
    const speed = Math.round(travelSpeed * 1e5) / 100;
    if (isDryRun) return say`Dry run of a weld at ${speed} mm/s`;
    if (stitching) return say`Weld stitches at ${speed} mm/s`;
    return weaving ? say`Weave at ${speed} mm/s` : say`Weld at ${speed} mm/s`;
  },
  examples: [
    { title: 'A seam', args: { arcStartTime: 300, craterFillTime: 500 } },
    { title: 'Stitches', args: { stitching: { stitch: 0.02, space: 0.03 } } },
    { title: 'A weave', args: { weaving: { pattern: 'triangle' } } },
    { title: 'A dry run', args: { isDryRun: true } },
  ],
  messages: [
    { message: messages.mustHaveSubsteps('Weld'), provokedBy: { args: chosen } },
    {
      message: chooseDevice('a weld machine'),
      provokedBy: { args: {}, childKinds: seam, equipment: [...equipment, { ...welder, id: 'w2' }] },
    },
    {
      message: chooseDevice('a weld torch'),
      provokedBy: { args: {}, childKinds: seam, equipment: [...equipment, { ...torch, id: 't2' }] },
    },
    { message: weldMessages.machineNotFound, provokedBy: checked({ selectedMachineID: 'g1' }) },
    { message: weldMessages.torchNotFound, provokedBy: checked({ selectedTorchID: 'g1' }) },
    {
      message: weldMessages.genericNotSupported,
      provokedBy: checked({}, { equipment: [withoutArcSignals(), torch] }),
    },
    {
      message: weldMessages.esabNotSupported,
      provokedBy: checked({}, { equipment: [withoutArcSignals({ maker: 'ESAB' }), torch] }),
    },
    { message: own.valuesOnMachine, provokedBy: checked({ millerWeldParameters: {} }) },
    { message: own.torchNotOnFlange('Torch'), provokedBy: checked({}, { equipment: inRack }) },
    { message: notOnFlange('Torch'), provokedBy: checked({ isDryRun: true }, { equipment: inRack }) },
    { message: own.needsEnd, provokedBy: checked({}, { childKinds: ['Waypoint'] }) },
    { message: own.notBoth, provokedBy: checked({ stitching: {}, weaving: {} }) },
    {
      message: weldMessages.stitchNeedsTwoWaypoints,
      provokedBy: checked({ stitching: {} }, { childKinds: ['Waypoint'] }),
    },
    { message: own.dwellTooLong, provokedBy: checked({ weaving: { leftDwell: 1000 } }) },
    { message: own.whipBackTooLong, provokedBy: checked({ weaving: { pattern: 'whip', reverseOffset: 0.01 } }) },
    { message: ownLimits.travelSpeed, provokedBy: checked({ travelSpeed: 0 }) },
    { message: ownLimits.stitch, provokedBy: checked({ stitching: { stitch: 0 } }) },
    { message: ownLimits.space, provokedBy: checked({ stitching: { space: 0 } }) },
    { message: ownLimits.period, provokedBy: checked({ weaving: { period: 0 } }) },
    { message: ownLimits.amplitude, provokedBy: checked({ weaving: { amplitude: 0 } }) },
    { message: ownLimits.whipOffset, provokedBy: checked({ weaving: { forwardOffset: 0 } }) },
    { message: 'The arc start time must be at least 0 ms', provokedBy: checked({ arcStartTime: -1 }) },
    { message: 'The crater fill time must be at least 0 ms', provokedBy: checked({ craterFillTime: -1 }) },
    { message: 'A dwell must be at least 0 ms', provokedBy: checked({ weaving: { leftDwell: -1 } }) },
    { message: mountMessages.notMounted('Torch', 'simulated'), provokedBy: played(['toolNotMounted']) },
    { message: weldMessages.startStopFailed, provokedBy: played(['deviceFails']) },
    {
      message: weldMessages.setParametersFailed,
      provokedBy: played(['deviceFails'], { millerWeldParameters: {} }),
    },
  ],
});
