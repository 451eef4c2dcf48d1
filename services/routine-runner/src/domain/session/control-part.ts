import { realTimeOf } from '@cellwright/domain/basics';
import { robotMessages, runMessages } from '@cellwright/domain/messages';
import { type Answer, accept, refuse } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { runsPart } from '../run/runs-part.ts';
import { stopBy } from '../run/stop-by.ts';
import { ControlArbiter } from './control-arbiter.ts';

type Control = ReturnType<typeof startControl>;

export interface ControlOutside {
  /** True if a run pauses when its holder is lost; by default it continues. */
  readonly pausesWithoutHolder?: boolean;
}

function startControl({ core, outside }: PartContext<ControlOutside>) {
  const arbiter = new ControlArbiter({
    clock: realTimeOf(core.clock),
    isRunActive: () => runsPart.of(core).isActive,
    show: (lease, control) =>
      core.store.update((state) => {
        state.lease = lease;
        state.control = control;
      }),
    handleLostHolder(name) {
      const reason = runMessages.holderLost(name);
      if (outside.pausesWithoutHolder) runsPart.of(core).pause(reason);
    },
  });
  return { core, arbiter };
}

/** Refuses what needs control that another client has. */
export function refuseHeld(holderName: string) {
  return refuse('api_control_required', `${holderName} controls the robot. Take over control first`);
}

/** Takes the arm from its holder: ends manual motion, pauses a run, and only then changes control. */
async function takeOver(
  { core, arbiter }: Control,
  caller: Caller,
  name: string | undefined,
): Promise<Answer<{ sequence: number }>> {
  if (arbiter.isHeldFor(caller)) {
    const endReservation = arbiter.reserve(caller);
    try {
      const isRunning = core.machine.state === 'RoutineRunning';
      const isUnderWay = core.arm.isMoving || arbiter.isStarting;
      core.releaseFromHolder();
      if (!isRunning && isUnderWay) {
        core.stop(`${name ?? caller.name} took control`, stopBy(caller, 'takeOver'));
      }
      if (!(await core.arm.waitForStandstill()) && core.arm.isConnected) {
        return refuse('robot_not_idle', robotMessages.armNotStopped);
      }
    } finally {
      endReservation();
    }
  }
  return accept({ sequence: arbiter.takeOver(caller, name).sequence });
}

/** Decides which client may move the arm. */
export const controlPart = definePart({
  name: 'control',
  start: startControl,
  clientGone: ({ arbiter }, { sessionID }) => arbiter.handleConnectionLost(sessionID),
  close: ({ arbiter }) => arbiter.close(),
  messages: {
    acquireControl({ arbiter }, { name }, caller) {
      const acquired = arbiter.acquire(caller, 'acquired', name);
      return acquired.ok ? accept({ sequence: acquired.lease.sequence }) : refuseHeld(acquired.heldByName);
    },
    takeOverControl: (control, { name }, caller) => takeOver(control, caller, name),
    releaseControl({ arbiter }, _payload, caller) {
      arbiter.release(caller);
      return accept({});
    },
    // Heartbeat of the holder without any other effect.
    controlHeartbeat: () => accept({}),
    acknowledgeControlLoss({ arbiter }, { lossID }, caller) {
      arbiter.acknowledgeLoss(caller, lossID);
      return accept({});
    },
  },
});
