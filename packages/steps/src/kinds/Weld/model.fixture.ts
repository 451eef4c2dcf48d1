import { messages } from '@cellwright/domain/messages';
import type { ModelKind } from '../../testing/model-kind.fixture.ts';
import { own } from './contract-checks.ts';

const leadsSomewhere = new Set(['Waypoint', 'Arc']);
const chosen = { selectedMachineID: 'welder', selectedTorchID: 'torch' };

export const weldModel: ModelKind = {
  good: chosen,
  variants: [{ ...chosen, weaving: { pattern: 'whip' } }],
  bad: { ...chosen, selectedTorchID: 'gone' },
  message: 'Weld torch not found',
  without: [],
  children: 'required',
  allowedKinds: ['Waypoint', 'Arc'],
  problemsOfPlace({ children }) {
    const waypoints = children.filter(({ kind, isDisabled }) => !isDisabled && leadsSomewhere.has(kind));
    if (waypoints.length === 1) return [own.needsEnd];
    return children.length > 0 && waypoints.length === 0 ? [messages.noWaypointsFound] : [];
  },
};
