import { getMe } from '@cellwright/calls';
import { useQuery } from '@tanstack/react-query';
import { type LengthUnit, lengthUnits } from '../ui/length.ts';
import { cell } from './cell.ts';

/** Whoever is signed in: a user, or a token. */
export function useMe() {
  return useQuery({ queryKey: ['users', 'me'], queryFn: ({ signal }) => cell.call(getMe, {}, { signal }) });
}

/** The unit in which whoever is signed in reads lengths; a token, which nobody asked, reads millimetres. */
export function useLengthUnit(): LengthUnit {
  const { data } = useMe();
  return lengthUnits[data?.user?.distanceUnit ?? 'millimeter'];
}
