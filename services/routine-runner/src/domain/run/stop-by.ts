import { thisMachine } from '@cellwright/domain/basics';
import type { RunStop } from '@cellwright/domain/run';

/** Known data of the caller of a command. */
interface Commander {
  readonly name: string;
  readonly subjectID?: string | undefined;
  readonly access?: 'session' | 'developerToken' | undefined;
  readonly isPage?: boolean | undefined;
}

/** Returns the cause of a stop with its caller, as far as known. */
export function stopBy(caller: Commander, how: RunStop['how']): RunStop {
  const { subjectID: id = '', name, isPage = false } = caller;
  return { how, by: { kind: kindOf(caller), id, name, isPage } };
}

function kindOf({ subjectID, access }: Commander): NonNullable<RunStop['by']>['kind'] {
  if (subjectID === thisMachine.subjectID) return 'machine';
  if (access === 'session') return 'person';
  return access === 'developerToken' ? 'program' : 'client';
}
