import { type Routine, remapIds, type StepConfiguration } from '@cellwright/domain/routine';
import { stepsThatUse } from './edit-items.ts';

/** Returns the routine with every use of an item in its steps replaced by another one. */
export function replaceUses(routine: Routine, from: string, to: string): Routine {
  const ids = new Map([[from, to]]);
  const replaced = stepsThatUse(routine, from).flatMap((stepID): [string, StepConfiguration][] => {
    const configuration = routine.stepConfigurations[stepID];
    return configuration ? [[stepID, { ...configuration, args: remapArgs(configuration.args, ids) }]] : [];
  });
  if (replaced.length === 0 || from === to) return routine;
  return { ...routine, stepConfigurations: { ...routine.stepConfigurations, ...Object.fromEntries(replaced) } };
}

function remapArgs(args: StepConfiguration['args'], ids: ReadonlyMap<string, string>): StepConfiguration['args'] {
  // Keys of arguments are names of fields; only values name items.
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, remapIds(value, ids, name)]));
}
