import { type RunStop, realTimeOf } from '@cellwright/domain';
import { type Answer, accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { stopBy } from '../run/stop-by.ts';
import { LeaseKeeper } from './lease.ts';

type Control = ReturnType<typeof startControl>;

function startControl({ core }: PartContext<unknown>) {
  const lease = new LeaseKeeper(realTimeOf(core.clock), (current) => {
    core.store.update((state) => {
      state.lease = current;
    });
  });
  return { core, lease };
}

/** Takes the arm from its holder: motion by hand ends, a run is held, and only then the lease changes hands. */
async function takeOver(
  { core, lease }: Control,
  [holderID, holderName]: readonly [string, string],
  stop: RunStop,
): Promise<Answer<{ sequence: number }>> {
  if (lease.current && lease.current.holderID !== holderID) {
    const isRunning = core.machine.state === 'RoutineRunning';
    core.releaseFromHolder();
    if (!isRunning && core.arm.isMoving) core.stop(`${holderName} takes control`, stop);
    if (!(await core.arm.waitForStandstill()) && core.arm.isConnected) {
      return refuse('robot_not_idle', 'The arm has not come to a stop');
    }
  }
  return accept({ sequence: lease.takeOver(holderID, holderName).sequence });
}

/** Decides which client may move the arm. */
export const controlPart = definePart({
  name: 'control',
  start: startControl,
  clientGone: ({ lease }, { sessionID }) => void lease.release(sessionID),
  messages: {
    acquireControl({ lease }, { name }, caller) {
      const result = lease.acquire(caller.sessionID, name ?? caller.name);
      if (result.ok) return accept({ sequence: result.lease.sequence });
      return refuse('api_control_required', `${result.heldBy.holderName} controls the robot. Take over control first`);
    },
    takeOverControl: (control, { name }, caller) =>
      takeOver(control, [caller.sessionID, name ?? caller.name], stopBy(caller, 'takeOver')),
    releaseControl({ lease }, _payload, caller) {
      lease.release(caller.sessionID);
      return accept({});
    },
    // Any message of the holder is a sign of life; this one is nothing else.
    controlHeartbeat: () => accept({}),
  },
});
