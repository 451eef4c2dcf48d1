import { createId } from '@cellwright/domain/basics';
import type { Position } from '@cellwright/domain/robot';
import type { EnvironmentVariable, Routine } from '@cellwright/domain/routine';
import { textsIn } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { nextName } from '../../../ui/next-name.ts';

export function newPosition(routine: Routine, position: Position, others: readonly SpaceItem[]): SpaceItem {
  const name = nextName('P', [...routine.space, ...others]);
  return { id: createId('space'), kind: 'singlePosition', name, positions: [position], global: false };
}

export function addSpaceItem(routine: Routine, item: SpaceItem): Routine {
  return { ...routine, space: [...routine.space, item] };
}

/** Returns the routine with an own space item added or replaced. */
export function putSpaceItem(routine: Routine, item: SpaceItem): Routine {
  if (!routine.space.some(({ id }) => id === item.id)) return addSpaceItem(routine, item);
  return { ...routine, space: routine.space.map((other) => (other.id === item.id ? item : other)) };
}

export function renameSpaceItem(routine: Routine, itemID: string, name: string): Routine {
  return { ...routine, space: routine.space.map((item) => (item.id === itemID ? { ...item, name } : item)) };
}

export function removeSpaceItem(routine: Routine, itemID: string): Routine {
  return { ...routine, space: routine.space.filter(({ id }) => id !== itemID) };
}

export function newVariable(routine: Routine, prefix: string): EnvironmentVariable {
  const name = nextName(prefix, routine.environmentVariables);
  return { id: createId('variable'), name, initialValue: 0, isGlobal: false };
}

export function addVariable(routine: Routine, variable: EnvironmentVariable): Routine {
  return { ...routine, environmentVariables: [...routine.environmentVariables, variable] };
}

export function changeVariable(
  routine: Routine,
  id: string,
  part: Partial<Pick<EnvironmentVariable, 'name' | 'initialValue'>>,
): Routine {
  const change = (variable: EnvironmentVariable) => (variable.id === id ? { ...variable, ...part } : variable);
  return { ...routine, environmentVariables: routine.environmentVariables.map(change) };
}

/** Returns the routine with an own variable, added again if it was removed. */
export function putVariable(routine: Routine, variable: EnvironmentVariable): Routine {
  if (routine.environmentVariables.some(({ id }) => id === variable.id)) return routine;
  return addVariable(routine, variable);
}

export function removeVariable(routine: Routine, variableID: string): Routine {
  return { ...routine, environmentVariables: routine.environmentVariables.filter(({ id }) => id !== variableID) };
}

/** Returns the ids of the steps whose arguments refer to an id. */
export function stepsThatUse({ stepConfigurations }: Routine, id: string): string[] {
  return Object.entries(stepConfigurations).flatMap(([stepID, { args }]) =>
    textsIn(args).includes(id) ? [stepID] : [],
  );
}
