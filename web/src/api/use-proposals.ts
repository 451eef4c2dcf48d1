import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';

export type Proposal = Awaited<ReturnType<typeof cell.routineProposals.find>>['items'][number];

const limit = 100;
const none: readonly Proposal[] = [];

/** Returns the newest open proposals, of one routine if it is named. Empty until the cell has answered. */
export function useOpenProposals(routineID?: string): readonly Proposal[] {
  const { data } = useQuery({
    queryKey: ['routineProposals', 'open', routineID],
    queryFn: ({ signal }) => cell.routineProposals.find({ status: 'open', routineID, limit }, signal),
  });
  return data?.items ?? none;
}

/** Returns the proposals that became versions of a routine, by version number. */
export function useAcceptedProposals(routineID: string): ReadonlyMap<number, Proposal> {
  const { data } = useQuery({
    queryKey: ['routineProposals', 'accepted', routineID],
    queryFn: ({ signal }) => cell.routineProposals.find({ status: 'accepted', routineID, limit }, signal),
  });
  const accepted = (data?.items ?? none).map((proposal) => [proposal.acceptedVersion ?? 0, proposal] as const);
  return new Map(accepted);
}
