import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';

/**
 * Returns the space items of the cell, sorted by name.
 * @param isAsked false if they are not needed: nothing is requested.
 */
export function useSpaceItems(isAsked = true) {
  return useQuery({
    queryKey: ['globalSpace', 'all'],
    enabled: isAsked,
    queryFn: ({ signal }) => cell.globalSpace.find({ limit: 1000, sort: 'name' }, signal),
  });
}
