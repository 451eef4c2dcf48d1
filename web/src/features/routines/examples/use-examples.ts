import { listExamples, removeExample, setUpExample } from '@cellwright/calls';
import type { EntityName } from '@cellwright/entities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cell } from '../../../api/cell.ts';
import { controlPanel, panelCell } from '../../../api/control-panel.ts';
import { showError } from '../../../ui/toasts.ts';

const changed: readonly EntityName[] = ['routines', 'equipment', 'featureFlags', 'globalSpace', 'globalVariables'];
const queryKey = ['examples'];

/** Uses the token of the control panel while it is open: features can be enabled only with it. */
const caller = () => (controlPanel.isOpen ? panelCell : cell);

/** @param isPanelOpen true while the control panel is open: more is allowed then */
export function useExamples(isPanelOpen: boolean) {
  return useQuery({
    queryKey: [...queryKey, isPanelOpen],
    queryFn: async ({ signal }) => (await caller().call(listExamples, {}, { signal })).items,
    placeholderData: (previous) => previous,
  });
}

/** Sets examples up and removes them, and shows refusals of the cell. */
export function useExampleActions(onSetUp: (routineID: string) => void) {
  const queries = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [queryKey, ...changed.map((name) => [name])].map((key) => queries.invalidateQueries({ queryKey: key })),
    );
  const setUp = useMutation({
    mutationFn: (name: string) => caller().call(setUpExample, { name }),
    onSuccess: ({ routineID }) => onSetUp(routineID),
    onError: showError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (name: string) => caller().call(removeExample, { name }),
    onError: showError,
    onSettled,
  });
  return { setUp, remove, isBusy: setUp.isPending || remove.isPending };
}
