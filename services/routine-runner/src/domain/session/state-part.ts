import { messages } from '@cellwright/domain/messages';
import { accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { stopBy } from '../run/stop-by.ts';

/** Stops the robot, and answers the state of its session. */
export const statePart = definePart({
  name: 'state',
  start: ({ core }: PartContext<unknown>) => core,
  messages: {
    stop: (core, _payload, caller) =>
      accept({ stopEpoch: core.stop(`stopped by ${caller.name}`, stopBy(caller, 'stop')) }),
    emergencyStop: (core, { reason }, caller) =>
      accept({
        stopEpoch: core.emergencyStop(reason ?? `emergency stop by ${caller.name}`, stopBy(caller, 'emergencyStop')),
      }),
    getStateSnapshot({ store }) {
      const { seq, hash, state } = store.snapshot();
      return accept({ seq, hash, state });
    },
    getLoadedRoutineState({ store }) {
      const { routine, run, steps, variables } = store.snapshot().state;
      if (!routine) return refuse('routine_must_be_running', messages.routineStateNotFound);
      return accept({ routine, run, steps, variables });
    },
  },
});
