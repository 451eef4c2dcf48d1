import { getMe } from '@cellwright/calls';
import { useQuery } from '@tanstack/react-query';
import { type LengthUnit, lengthUnits } from '../ui/length.ts';
import { cell } from './cell.ts';

/** Returns the signed-in user or token. */
export function useMe() {
  return useQuery({ queryKey: ['users', 'me'], queryFn: ({ signal }) => cell.call(getMe, {}, { signal }) });
}

/** Returns the unit of length of the signed-in user; millimetres for a token, which has no preference. */
export function useLengthUnit(): LengthUnit {
  const { data } = useMe();
  return lengthUnits[data?.user?.distanceUnit ?? 'millimeter'];
}
