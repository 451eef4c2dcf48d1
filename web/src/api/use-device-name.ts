import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';

/** Returns the name of a device; undefined until it is known, and for a deleted device. */
export function useDeviceName(equipmentID: string | undefined): string | undefined {
  const id = equipmentID ?? '';
  const { data } = useQuery({
    queryKey: deviceKey(id),
    queryFn: ({ signal }) => cell.equipment.get(id, { signal }),
    enabled: id !== '',
  });
  return data?.config.name;
}

export const deviceKey = (id: string) => ['equipment', 'one', id];
