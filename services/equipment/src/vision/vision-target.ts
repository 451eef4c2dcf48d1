import { ProductError } from '@cellwright/domain/basics';
import { calibrationResultSchema, type EquipmentRecord } from '@cellwright/domain/equipment';
import type { CameraDevice } from '@cellwright/equipment/capabilities';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import type { EntityHost } from '@cellwright/service-kit/entities';
import type { Session } from '../domain/stop-epochs.ts';
import type { ArmPosition } from './take-frame.ts';
import type { VisionTarget } from './vision-methods.ts';

export interface AimDeps {
  /** @throws ProductError when the session cannot reach it */
  readonly camera: (record: EquipmentRecord, session: Session) => CameraDevice;
  readonly getPosition: (session: Session) => Promise<ArmPosition>;
  /** Calibrations, by the id of their camera. */
  readonly host: Pick<EntityHost, 'get'>;
}

/** Returns the function that gives a camera with what is known about it. */
export function createAim({ camera, getPosition, host }: AimDeps) {
  return (record: EquipmentRecord, session: Session): VisionTarget => ({
    camera: camera(record, session),
    isOnWrist: describeCapabilities(record.config).camera?.isOnWrist ?? false,
    readArm: () => getPosition(session),
    async findCalibration() {
      try {
        // One that lacks its details cannot be used.
        return calibrationResultSchema.safeParse(JSON.parse((await host.get(record.id)).text)).data;
      } catch (error) {
        if (error instanceof ProductError && error.code === 'not_found') return undefined;
        throw error;
      }
    },
  });
}
