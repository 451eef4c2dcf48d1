import { useQuery } from '@tanstack/react-query';
import { cell } from './cell.ts';

/** What people call a device; undefined while that is not known, and for one that is there no more. */
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
