import { ProductError } from '@cellwright/domain/basics';
import type { CalibrationResult, CameraCalibration, EquipmentRecord } from '@cellwright/domain/equipment';
import { cameraCalibrations } from '@cellwright/entities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createClientOf } from '../../api/cell.ts';
import { showError } from '../../ui/toasts.ts';

const calibrations = createClientOf(cameraCalibrations);

/** The calibration of a camera that is in use, and how a new one is saved as its next version. */
export function useStoredCalibration({ id }: EquipmentRecord) {
  const queryClient = useQueryClient();
  const queryKey = ['cameraCalibrations', id];
  const { data: stored } = useQuery({ queryKey, queryFn: () => findCalibration(id) });
  const save = useMutation({
    async mutationFn(result: CalibrationResult) {
      const next: CameraCalibration = { id, ...result };
      const before = await findCalibration(id);
      if (before) await calibrations.replace(id, next, before.version);
      else await calibrations.create(next);
    },
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { stored, save };
}

/** Null without one. */
async function findCalibration(id: string) {
  try {
    return await calibrations.get(id);
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found') return null;
    throw error;
  }
}
