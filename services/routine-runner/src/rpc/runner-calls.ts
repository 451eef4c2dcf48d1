import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import { showScene } from '@cellwright/domain/space';
import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { CheckPosture } from '../domain/planner.ts';
import type { PackageHosts } from '../packages/package-hosts.ts';
import type { ClientReads } from '../store/reads/client-reads.ts';
import type { RunReader } from '../store/run-reader.ts';
import { removeObstacleOf } from './remove-obstacle.ts';
import type { Robots } from './runner-deps.ts';
import { createSessionCalls } from './session-calls.ts';
import type { SessionOwners } from './session-owners.ts';

export interface RunnerCallsDeps {
  readonly robots: Robots;
  readonly runs: Pick<RunReader, 'find'>;
  readonly reads: ClientReads;
  readonly owners: SessionOwners;
  readonly checkPosture: CheckPosture;
  readonly packages: Pick<PackageHosts, 'list'>;
}

/** Calls of packages/calls that the runner answers. */
export function createRunnerCalls({
  robots,
  runs,
  reads,
  owners,
  checkPosture,
  packages,
}: RunnerCallsDeps): GrpcService {
  const changeScene = async (robotKind: RobotKind, change: Parameters<ReturnType<Robots>['scenes']['change']>[1]) => {
    const { revision, notes } = await robots().scenes.change(robotKind, change);
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
    addObstacle: ({ robotKind, ...obstacle }) => changeScene(robotKind, { kind: 'addObstacle', obstacle }),
    moveObstacle: ({ robotKind, name, pose }) => changeScene(robotKind, { kind: 'moveObstacle', name, pose }),
    removeObstacle: async ({ robotKind, name }) => {
      const { revision, notes } = await removeObstacleOf(robots(), robotKind, name);
      return { revision, notes: [...notes] };
    },
  });
}
