import type { DiagnosticsServiceService } from '@cellwright/proto/diagnostics';
import type { EntityServiceService } from '@cellwright/proto/entity';
import type { EquipmentServiceService } from '@cellwright/proto/equipment';
import type { IdentityServiceService } from '@cellwright/proto/identity';
import type { LibraryServiceService } from '@cellwright/proto/library';
import type { MotionServiceService } from '@cellwright/proto/motion';
import type { RunnerServiceService } from '@cellwright/proto/runner';
import type { ServiceName } from './services.ts';

/** Methods of packages/calls that an owner handles; only the gateway can call them, and it can call all. */
interface CallsService<Name extends string> {
  readonly [call: string]: { readonly path: `/cellwright.${Name}/${string}` };
}

interface GrpcServices {
  readonly DiagnosticsService: typeof DiagnosticsServiceService;
  readonly EntityService: typeof EntityServiceService;
  readonly EquipmentService: typeof EquipmentServiceService;
  readonly DryRunCallsService: CallsService<'DryRunCallsService'>;
  readonly EquipmentCallsService: CallsService<'EquipmentCallsService'>;
  readonly HubCallsService: CallsService<'HubCallsService'>;
  readonly IdentityService: typeof IdentityServiceService;
  readonly IdentityCallsService: CallsService<'IdentityCallsService'>;
  readonly LibraryService: typeof LibraryServiceService;
  readonly LibraryCallsService: CallsService<'LibraryCallsService'>;
  readonly MotionService: typeof MotionServiceService;
  readonly RoutineRunnerCallsService: CallsService<'RoutineRunnerCallsService'>;
  readonly SoftwareUpdateCallsService: CallsService<'SoftwareUpdateCallsService'>;
  readonly RunnerService: typeof RunnerServiceService;
}

/** Ports that are not gRPC services: motion's WebSocket, and a controller's TCP port. */
interface Links {
  readonly PlannerSocket: { readonly connect: unknown };
  readonly ControllerLink: { readonly watch: unknown; readonly command: unknown };
}

type Ports = GrpcServices & Links;

/** Methods of each port that a caller may use. */
type Grants = { readonly [P in keyof Ports]?: 'all' | readonly (keyof Ports[P])[] };

/**
 * Every call between services, as caller, callee, port and methods. Callees refuse all other calls, and clients have no
 * other methods. Only the gateway can call methods that name a user.
 */
export const calls = {
  gateway: {
    library: {
      DiagnosticsService: 'all',
      LibraryService: ['completeRoutine'],
      LibraryCallsService: 'all',
      EntityService: 'all',
    },
    'routine-runner': {
      DiagnosticsService: 'all',
      RunnerService: [
        'send',
        'stop',
        'getSnapshot',
        'getStateSeq',
        'endSession',
        'listRecording',
        'getRecording',
        'changeScene',
        'getPosition',
      ],
      RoutineRunnerCallsService: 'all',
      EntityService: 'all',
    },
    'dry-run': { DiagnosticsService: 'all', DryRunCallsService: 'all' },
    equipment: {
      DiagnosticsService: 'all',
      EquipmentService: ['followCamera'],
      EquipmentCallsService: 'all',
      EntityService: 'all',
    },
    identity: {
      DiagnosticsService: 'all',
      IdentityService: ['followAccess', 'reportUse'],
      IdentityCallsService: 'all',
      EntityService: 'all',
    },
    motion: { PlannerSocket: 'all' },
    'software-update': { DiagnosticsService: 'all', SoftwareUpdateCallsService: 'all' },
    hub: { DiagnosticsService: 'all', HubCallsService: 'all' },
  },
  'stop-listener': {
    'routine-runner': { RunnerService: ['stop'] },
    identity: { IdentityService: ['followAccess'] },
  },
  'routine-runner': {
    library: {
      LibraryService: ['loadProgram', 'listObstacles', 'listFeaturesOn', 'getSpaceFileStl'],
      EntityService: ['getEntity', 'saveEntity'],
    },
    equipment: {
      EquipmentService: [
        'listEquipment',
        'getLiveState',
        'actuate',
        'sendHttpRequest',
        'stopDevices',
        'followForce',
        'holdOnFlange',
        'runVisionMethod',
      ],
      EntityService: ['getEntity'],
    },
    motion: {
      MotionService: [
        'planMove',
        'forwardKinematics',
        'inverseKinematics',
        'putScene',
        'getSceneRevision',
        'clearPlanCache',
      ],
    },
    controller: { ControllerLink: 'all' },
  },
  'dry-run': {
    library: { LibraryService: ['loadProgram', 'listFeaturesOn'] },
    equipment: { EquipmentService: ['listEquipment'] },
    'routine-runner': { RunnerService: ['getRobotFacts'] },
  },
  equipment: {
    'routine-runner': {
      RunnerService: ['followPorts', 'setPorts', 'forcePorts', 'getView', 'getPosition', 'reportSpace', 'takeSpace'],
      EntityService: ['getEntity'],
    },
    library: { EntityService: ['getEntity'] },
    identity: { EntityService: ['getEntity'] },
  },
  library: {
    equipment: { EquipmentService: ['listEquipment'] },
    identity: { EntityService: ['getEntity'] },
  },
  'external-control': {
    'routine-runner': { RunnerService: ['commandByLine', 'getSnapshot'] },
    identity: { EntityService: ['getEntity'], IdentityService: ['checkPassword'] },
  },
  identity: { equipment: { EquipmentService: ['listEquipment'] } },
  motion: {},
  'software-update': {
    'routine-runner': { RunnerService: ['getSnapshot', 'holdPlays', 'releasePlays', 'commandByUpdate'] },
  },
  hub: {},
  controller: {},
} as const satisfies { readonly [Caller in ServiceName]: { readonly [Callee in ServiceName]?: Grants } };

type Calls = typeof calls;

export type CalleeOf<Caller extends ServiceName> = keyof Calls[Caller] & ServiceName;

/** The name of a generated gRPC service definition, from the paths of its methods. */
type NameOf<Definition> = Definition[keyof Definition] extends { readonly path: `/cellwright.${infer Name}/${string}` }
  ? Name
  : never;

type Granted<Port, Definition> = Port extends 'all'
  ? keyof Definition
  : Port extends readonly (infer Method)[]
    ? Method & keyof Definition
    : never;

/** Methods of a gRPC service that a caller may call at a callee. */
export type GrantedMethods<Caller extends ServiceName, Callee, Definition> = Callee extends keyof Calls[Caller]
  ? NameOf<Definition> extends keyof Calls[Caller][Callee]
    ? Granted<Calls[Caller][Callee][NameOf<Definition>], Definition>
    : never
  : never;
