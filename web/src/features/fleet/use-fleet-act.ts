import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../ui/toasts.ts';

/** Queries of the fleet have this as the first part of their key. */
export const fleetKey = 'fleet';

/** Returns the mutation of an act on the fleet; what is shown of the fleet is read again after it. */
export function useFleetAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: [fleetKey] }),
    onError: showError,
  });
}
