import type { Software } from '@cellwright/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../../ui/toasts.ts';

/** Build to install, and what was confirmed for it. */
export interface WantedBuild {
  readonly targetBuildID: string;
  readonly offlineUpdatePath?: string;
  readonly isStopConfirmed?: boolean;
  readonly isExpiredConfirmed?: boolean;
}

export const softwareKey = ['software'];

/** Returns the mutation of an act on the software; its answer is shown at once. */
export function useSoftwareAct<Input>(act: (input: Input) => Promise<Software>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (software) => queries.setQueryData(softwareKey, software),
    onError: showError,
  });
}
