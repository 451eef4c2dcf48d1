import { ProductError } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { describeCapabilities } from '@cellwright/equipment/contracts';
import { identityPose } from '@cellwright/geometry';
import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { TestConnection } from '../devices/connection-test.ts';
import type { Inspect } from '../domain/inspection.ts';
import type { Session } from '../domain/stop-epochs.ts';
import type { CameraCalibrator } from '../vision/calibrate-camera.ts';
import type { VisionMethods, VisionTarget } from '../vision/vision-methods.ts';
import { type CommandFilesDeps, commandFiles } from './command-files.ts';
import type { EquipmentRpcDeps } from './equipment-service.ts';
import { requireRobot } from './require-robot.ts';

export interface EquipmentCallsDeps
  extends CommandFilesDeps,
    Pick<EquipmentRpcDeps, 'inventory' | 'devices' | 'probe' | 'rehearsals'> {
  readonly vision: Pick<VisionMethods, 'run'>;
  readonly calibrator: CameraCalibrator;
  readonly aimAt: AimAt;
  readonly inspect: Inspect;
  readonly testConnection: TestConnection;
}

/** Returns a camera with what is known about it. @throws ProductError when the session cannot reach it */
export type AimAt = (record: EquipmentRecord, session: Session) => VisionTarget;

/** Creates the handlers of the calls in packages/calls that belong to the equipment service. */
export function createEquipmentCalls({
  inventory,
  devices,
  actuate,
  probe,
  rehearsals,
  vision,
  calibrator,
  aimAt,
  inspect,
  testConnection,
  record,
}: EquipmentCallsDeps): GrpcService {
  return callService('equipment', {
    checkReadiness: async ({ id, robotKind }, scope) => {
      const { session } = requireRobot(robotKind, scope);
      const device = await inventory.choose(id, 'readiness');
      await record(scope.describeAct());
      return devices.checkReadiness(device, session, scope.signal);
    },
    applyCameraSettings: async ({ id, robotKind, ...change }, scope) => {
      const camera = devices.camera(await inventory.get(id), requireRobot(robotKind, scope).session);
      const applied = await camera.applySettings(change);
      if (!applied.ok) throw new ProductError('camera_disconnected', applied.problem);
      await record(scope.describeAct());
      return applied.settings;
    },
    getCameraIntrinsics: async ({ id, robotKind }, scope) => {
      const camera = devices.camera(await inventory.get(id), requireRobot(robotKind, scope).session);
      const read = await camera.readIntrinsics();
      if (!read.ok) throw new ProductError('camera_disconnected', read.problem);
      return read.intrinsics;
    },
    runVisionMethod: async ({ id, robotKind, method, args }, scope) => {
      const target = aimAt(await inventory.get(id), requireRobot(robotKind, scope).session);
      return vision.run(method, target, args, scope.signal);
    },
    captureCalibrationView: async ({ id, robotKind, board }, scope) => {
      const target = aimAt(await inventory.get(id), requireRobot(robotKind, scope).session);
      return calibrator.capture(target, board, scope.signal);
    },
    planCalibrationViews: async ({ id, robotKind, ...wanted }, scope) => {
      const record = await inventory.get(id);
      const target = aimAt(record, requireRobot(robotKind, scope).session);
      const mount = describeCapabilities(record.config).camera?.mount ?? identityPose;
      return { flanges: [...(await calibrator.plan(target, { ...wanted, mount }))] };
    },
    calibrateCamera: async ({ id, robotKind, ...request }, scope) => {
      const target = aimAt(await inventory.get(id), requireRobot(robotKind, scope).session);
      return calibrator.calibrate(target, request);
    },
    checkCameraCalibration: async ({ id, robotKind, result, view }, scope) => {
      const { session } = requireRobot(robotKind, scope);
      devices.camera(await inventory.get(id), session);
      return calibrator.check(result, view);
    },
    commandFiles: ({ id, robotKind }, scope) => commandFiles({ actuate, record }, { id, robotKind }, scope),
    getDeviceState: async ({ id, robotKind }, scope) =>
      devices.state(await inventory.get(id), requireRobot(robotKind, scope).session),
    inspectEquipment: ({ id, robotKind }, scope) => inspect(id, requireRobot(robotKind, scope).session),
    testDeviceConnection: async (request, scope) => {
      await record(scope.describeAct());
      return testConnection(request, scope.signal);
    },
    probeRegisters: async ({ id, robotKind, ...request }, scope) => {
      const asked = { equipmentID: id, session: requireRobot(robotKind, scope).session, request };
      const values = await probe(asked, scope.signal);
      return { table: request.table, offset: request.offset, values: [...values] };
    },
    getRehearsal: ({ id, robotKind }, scope) => rehearsals.read(id, requireRobot(robotKind, scope).session),
    rehearseFaults: ({ id, robotKind, faults }, scope) => {
      const { session } = requireRobot(robotKind, scope);
      return rehearsals.rehearse(id, session, faults, () => record(scope.describeAct()));
    },
  });
}
