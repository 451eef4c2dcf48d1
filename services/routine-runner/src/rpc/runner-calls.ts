import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { type SceneChange, showScene } from '@cellwright/domain/space';
import { type CallScope, callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { CheckPosture } from '../domain/planner.ts';
import type { PackageHosts } from '../packages/package-hosts.ts';
import type { ClientReads } from '../store/reads/client-reads.ts';
import type { RunReader } from '../store/run-reader.ts';
import type { Robots } from './runner-deps.ts';
import type { ChangeSceneFor } from './scene-changes.ts';
import { callerOf, createSessionCalls } from './session-calls.ts';
import type { SessionOwners } from './session-owners.ts';

export interface RunnerCallsDeps {
  readonly robots: Robots;
  readonly runs: Pick<RunReader, 'find'>;
  readonly reads: ClientReads;
  readonly owners: SessionOwners;
  readonly checkPosture: CheckPosture;
  readonly changeSceneFor: ChangeSceneFor;
  readonly packages: Pick<PackageHosts, 'list'>;
}

/** Calls of packages/calls that the runner answers. */
export function createRunnerCalls({
  robots,
  runs,
  reads,
  owners,
  checkPosture,
  changeSceneFor,
  packages,
}: RunnerCallsDeps): GrpcService {
  const changeScene = async ({ author }: CallScope, robotKind: RobotKind, change: SceneChange) => {
    const { revision, notes } = await changeSceneFor({
      caller: callerOf(author),
      robotKind,
      change,
      removesBoxes: true,
    });
    return { revision, notes: [...notes] };
  };
  return callService('routine-runner', {
    ...createSessionCalls(robots, runs, owners),
    listKindPackages: async () => ({
      packages: packages.list().map(({ name = null, version = null, problem = null, manifest = null, ...view }) => {
        return { ...view, name, version, problem, manifest };
      }),
    }),
    listJournal: async ({ id, after, limit }) => {
      const { entries, newest } = await reads.listEntries(id, after, limit);
      if (newest === 0 && !(await reads.findRun(id))) throw new ProductError('not_found', `There is no run ${id}`);
      return { items: [...entries], newest };
    },
    checkPosture: async ({ robotKind, joints }) => {
      const { collisions, links } = await checkPosture(
        robotKind,
        joints,
        robots().sessions[robotKind].session.core.tools.current,
      );
      return { collisions: [...collisions], links: [...links] };
    },
    getPlanningScene: async ({ robotKind }) => showScene(robots().scenes.current(robotKind)),
    addObstacle: ({ robotKind, ...obstacle }, scope) =>
      changeScene(scope, robotKind, { kind: 'addObstacle', obstacle }),
    moveObstacle: ({ robotKind, name, pose }, scope) =>
      changeScene(scope, robotKind, { kind: 'moveObstacle', name, pose }),
    removeObstacle: ({ robotKind, name }, scope) => changeScene(scope, robotKind, { kind: 'removeObstacle', name }),
  });
}
