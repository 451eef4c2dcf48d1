/** For tests: the library, motion and equipment services as gRPC servers with scripted answers. */
import { defaultArm, jointLimitsOf } from '@cellwright/arm';
import { ProductError } from '@cellwright/domain/basics';
import type { SpeedProfile } from '@cellwright/domain/robot';
import type { GlobalVariable } from '@cellwright/domain/routine';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { LibraryServiceService } from '@cellwright/proto/library';
import { MotionServiceService, type PlanMoveRequest, type PlanMoveResponse } from '@cellwright/proto/motion';
import { silentLogger } from '@cellwright/service-kit';
import { type GrpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import type { ProgramStep } from '@cellwright/steps/framework';
import { planJointMove } from './joint-move.fixture.ts';

export interface FakeRoutine {
  readonly steps: readonly ProgramStep[];
  readonly problems?: readonly unknown[];
}

/** Script of the peers, which tests may change at any time. */
export interface PeerScript {
  routines: Map<string, FakeRoutine>;
  variables: Map<string, GlobalVariable>;
  speedProfiles: Map<string, SpeedProfile>;
  /** Answers a plan instead of the built-in straight joint move. */
  plan: ((request: PlanMoveRequest, signal: AbortSignal) => AsyncIterable<PlanMoveResponse>) | undefined;
  /** Awaited before a device command is answered. */
  onActuate: (() => Promise<void>) | undefined;
  readonly actuations: { readonly key: string; readonly stopEpoch: number }[];
  readonly stops: number[];
  /** Number of requests to clear the planner's cache. */
  cacheClears: number;
}

export async function startPeers() {
  const script: PeerScript = {
    routines: new Map(),
    variables: new Map(),
    speedProfiles: new Map(),
    plan: undefined,
    onActuate: undefined,
    actuations: [],
    stops: [],
    cacheClears: 0,
  };
  const start = (services: GrpcService[], port = 0) =>
    startGrpcServer({ callers: anyCaller, services, port, log: silentLogger });
  const library = await start([createLibrary(script), createVariables(script)]);
  let motion = await start([createMotion(script)]);
  const equipment = await start([createEquipment(script)]);
  return {
    script,
    addresses: { library: library.address, motion: motion.address, equipment: equipment.address },
    /** The planner ends without a message, as by kill -9, and restarts on the same port. */
    async restartMotion(): Promise<void> {
      const { port } = motion;
      await motion.close(AbortSignal.abort());
      motion = await start([createMotion(script)], port);
    },
    async close(): Promise<void> {
      await Promise.all([library, motion, equipment].map((server) => server.close(AbortSignal.abort())));
    },
  };
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));

function unused(): never {
  throw new ProductError('internal_server_error', 'the runner does not call this');
}

function createLibrary(script: PeerScript): GrpcService {
  const unary = async () => unused();
  return {
    definition: LibraryServiceService,
    handlers: {
      ...Object.fromEntries(Object.keys(LibraryServiceService).map((name) => [name, unary])),
      async *loadProgram({ routineId }: { routineId: string }) {
        const routine = script.routines.get(routineId);
        if (!routine) throw new ProductError('not_found', `There is no routine ${routineId}`);
        const { steps, problems = [] } = routine;
        yield {
          part: {
            $case: 'header',
            value: {
              routineId,
              version: 1,
              name: 'One',
              mainLoopStepId: '',
              stepCount: steps.length,
              environmentJson: toJson({ globalVariables: [...script.variables.values()] }),
              problemsJson: problems.length > 0 ? toJson(problems) : Buffer.alloc(0),
            },
          },
        };
        for (let at = 0; at < steps.length; at += 500) {
          yield { part: { $case: 'steps', value: { stepsJson: toJson(steps.slice(at, at + 500)) } } };
        }
      },
    },
  };
}

const safetySettings = { id: '1', robotID: '', inputSafeguardRules: [], outputSafeguardRules: [] };

/** Stored data of the library: variables, speed profiles, safety settings. */
function createVariables(script: PeerScript): GrpcService {
  return {
    definition: EntityServiceService,
    handlers: {
      ...Object.fromEntries(Object.keys(EntityServiceService).map((name) => [name, async () => unused()])),
      getEntity: async ({ entity, id }: { entity: string; id: string }) => {
        const profile = entity === 'speedProfiles' ? script.speedProfiles.get(id) : undefined;
        const found = entity === 'safetySettings' ? safetySettings : profile;
        if (!found) throw new ProductError('not_found', `There is no ${id}`);
        return { document: { id, json: toJson(found), version: 1 } };
      },
      saveEntity: async ({ id, json }: { id: string; json: Buffer }) => {
        const variable = { ...script.variables.get(id), ...JSON.parse(json.toString('utf8')) };
        script.variables.set(id, variable);
        return { document: { id, json: toJson(variable), version: 2 } };
      },
    },
  };
}

function createMotion(script: PeerScript): GrpcService {
  return {
    definition: MotionServiceService,
    handlers: {
      ...Object.fromEntries(Object.keys(MotionServiceService).map((name) => [name, async () => unused()])),
      planMove: (request: PlanMoveRequest, { signal }: { signal: AbortSignal }) =>
        script.plan ? script.plan(request, signal) : planStraight(request),
      clearPlanCache: async () => {
        script.cacheClears += 1;
        return {};
      },
    },
  };
}

/** Straight joint moves from standstill to standstill at half the arm's limits. */
export async function* planStraight(request: PlanMoveRequest): AsyncGenerator<PlanMoveResponse> {
  yield { event: { $case: 'acknowledged', value: {} } };
  let from = request.startJoints;
  let durationSeconds = 0;
  for (const [index, { target }] of request.targets.entries()) {
    const to = target?.$case === 'joints' ? target.value.positions : from;
    const points = planJointMove(from, to, jointLimitsOf(defaultArm));
    const duration = points.at(-1)?.timeFromStart ?? 0;
    durationSeconds += duration;
    const segment = { firstTarget: index, lastTarget: index, targetTimes: [duration], distanceMeters: 0.1 };
    yield { event: { $case: 'segment', value: { ...segment, trajectory: { points } } } };
    from = to;
  }
  yield { event: { $case: 'done', value: { durationSeconds, detours: [] } } };
}

function createEquipment(script: PeerScript): GrpcService {
  return {
    definition: EquipmentServiceService,
    handlers: {
      ...Object.fromEntries(Object.keys(EquipmentServiceService).map((name) => [name, async () => unused()])),
      listEquipment: async () => ({ recordsJson: [], onFlange: [] }),
      holdOnFlange: async () => ({}),
      stopDevices: async ({ stopEpoch }: { stopEpoch: number }) => {
        script.stops.push(stopEpoch);
        return {};
      },
      actuate: async ({ idempotencyKey, stopEpoch }: { idempotencyKey: string; stopEpoch: number }) => {
        script.actuations.push({ key: idempotencyKey, stopEpoch });
        await script.onActuate?.();
        return { resultJson: toJson({ ok: true, value: { widthMeters: 0.02, gripDetected: true } }) };
      },
    },
  };
}
