import { describeCapabilities } from '@cellwright/equipment/contracts';
import { useQuery } from '@tanstack/react-query';
import { loadFrame } from '../../../../api/camera-frames.ts';
import { cell } from '../../../../api/cell.ts';
import { useRobotKind } from '../../../../api/use-robot.ts';

/** Enabled cameras of the cell. */
export function useCameras() {
  const { data } = useQuery({
    queryKey: ['equipment', 'cameras'],
    queryFn: ({ signal }) => cell.equipment.find({ isEnabled: true, limit: 200 }, signal),
  });
  const cameras = data?.items.filter(({ config }) => describeCapabilities(config).camera) ?? [];
  return { cameras, isLoaded: data !== undefined };
}

/** One picture of a camera; another one on request. */
export function useStill(id: string | undefined) {
  const robotKind = useRobotKind();
  const { data, error, refetch } = useQuery({
    queryKey: ['stillPicture', id, robotKind],
    queryFn: async ({ signal }) => {
      const frame = await loadFrame({ id: id ?? '', robotKind, after: undefined }, signal);
      return createImageBitmap(frame.picture);
    },
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return { picture: data, problem: error?.message, again: () => void refetch() };
}
