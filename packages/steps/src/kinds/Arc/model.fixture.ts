import { messages } from '@cellwright/domain/messages';
import type { ModelKind } from '../../testing/model-kind.fixture.ts';

const target = { jointAngles: [0, 0, 0, 0, 0, 0] };
const flagNeeded =
  "Arcs between waypoints need the feature flag 'Arc in Move Arm'. Enable it, or use a Move Arm To step";

export const arcModel: ModelKind = {
  good: { viaTarget: { target }, endTarget: { target } },
  bad: { viaTarget: { target } },
  message: messages.jointAnglesOrPoseMustBeSet,
  without: [messages.jointAnglesOrPoseMustBeSet, messages.jointAnglesOrPoseMustBeSet],
  children: 'forbidden',
  problemsOfPlace: ({ parents: [parent] }) => {
    if (parent === 'MoveArmTo' || parent === 'Weld') return [];
    return parent === 'MoveArmToV2' ? [flagNeeded] : [messages.arcMisplaced];
  },
};
