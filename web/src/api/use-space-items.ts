import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';

/** Returns the space items of the cell, sorted by name. */
export function useSpaceItems() {
  return useQuery({
    queryKey: ['globalSpace', 'all'],
    queryFn: ({ signal }) => cell.globalSpace.find({ limit: 1000, sort: 'name' }, signal),
  });
}
