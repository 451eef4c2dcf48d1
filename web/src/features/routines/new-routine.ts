import { createId } from '@cellwright/domain/basics';
import type { Routine } from '@cellwright/domain/routine';

/** Returns an initial routine: only its main loop. */
export function newRoutine(name: string): Partial<Routine> {
  const id = createId('step');
  return {
    name,
    steps: [{ id, stepKind: 'Loop', isDisabled: false }],
    stepConfigurations: { [id]: { stepKind: 'Loop', args: {} } },
    mainLoopStepID: id,
  };
}
