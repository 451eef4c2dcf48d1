import { useQuery } from '@tanstack/react-query';
import { type LengthUnit, lengthUnits } from '../ui/length.ts';
import { cell } from './cell.ts';

/** What others may have changed of people is looked at this often while a person looks at it, ms. */
export const peopleRefetchMS = 5000;

/** Whoever is signed in; `isWatched` where it matters at once that somebody granted or took a permission. */
export function useMe({ isWatched = false } = {}) {
  return useQuery({
    queryKey: ['users', 'me'],
    queryFn: ({ signal }) => cell.me.get(signal),
    refetchInterval: isWatched ? peopleRefetchMS : false,
  });
}

/** The unit in which whoever is signed in reads lengths; a token, which nobody asked, reads millimetres. */
export function useLengthUnit(): LengthUnit {
  const { data } = useMe();
  return lengthUnits[data?.user?.distanceUnit ?? 'millimeter'];
}
