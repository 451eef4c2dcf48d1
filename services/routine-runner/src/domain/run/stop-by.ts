import { type RunStop, thisMachine } from '@cellwright/domain';
import type { Caller } from '../session/commands.ts';

/** What stopped a run, by whose command: as far as it is known of the caller. */
export function stopBy(caller: Caller, how: RunStop['how']): RunStop {
  const { subjectID: id = '', name, isPage = false } = caller;
  return { how, by: { kind: kindOf(caller), id, name, isPage } };
}

function kindOf({ subjectID, access }: Caller): NonNullable<RunStop['by']>['kind'] {
  if (subjectID === thisMachine.subjectID) return 'machine';
  if (access === 'session') return 'person';
  return access === 'developerToken' ? 'program' : 'client';
}
