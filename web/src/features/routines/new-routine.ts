import { createId, type Routine } from '@cellwright/domain';

/** A routine to begin with: its main loop, around which everything else is built. */
export function newRoutine(name: string): Partial<Routine> {
  const id = createId('step');
  return {
    name,
    steps: [{ id, stepKind: 'Loop', isDisabled: false }],
    stepConfigurations: { [id]: { stepKind: 'Loop', args: {} } },
    mainLoopStepID: id,
  };
}
