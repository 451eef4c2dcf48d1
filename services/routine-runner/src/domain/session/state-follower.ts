import type { ControllerState } from '@cellwright/controller-link';
import { ledColorsOf } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import { describeContact, isSameContact, type JointRanges } from '../arm/way-out.ts';
import type { StateStore } from '../state/state-store.ts';

/** Copies the controller's state into the state of clients; most states of a moving arm change nothing there. */
export function followController(store: StateStore, ranges: JointRanges): (state: ControllerState) => void {
  let ioRevision = -1;
  let leds: Uint8Array | undefined;
  return (state) => {
    const now = store.state;
    const contact = describeContact(state, ranges);
    const areLedsNew = leds === undefined ? state.ledColors.length > 0 : !isSameList(state.ledColors, leds);
    const isIoNew = state.ioRevision !== ioRevision;
    if (!isIoNew && !areLedsNew && isSameContact(contact, now.contact) && !isNew(state, now)) return;
    ioRevision = state.ioRevision;
    leds = state.ledColors;
    store.update((draft) => {
      draft.brakes = state.brakes;
      draft.safety = { isEStopped: state.isEStopped, isSafeguardOpen: state.isSafeguardOpen };
      draft.payload.mass = state.payloadMassKg;
      draft.contact = contact;
      draft.unbrakedJoints = [...state.unbrakedJoints];
      if (areLedsNew) draft.leds = ledColorsOf(state.ledColors);
      // The brakes hold the arm for every commander.
      if (state.brakes === 'engaged') draft.isROSControlEnabled = false;
      for (const [name, level] of Object.entries(state.io)) if (draft.io[name] !== level) draft.io[name] = level;
    });
  };
}

function isNew(state: ControllerState, now: RobotSessionState): boolean {
  return (
    now.brakes !== state.brakes ||
    now.safety.isEStopped !== state.isEStopped ||
    now.safety.isSafeguardOpen !== state.isSafeguardOpen ||
    now.payload.mass !== state.payloadMassKg ||
    !isSameList(now.unbrakedJoints, state.unbrakedJoints)
  );
}

function isSameList(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}
