import { randomUUID } from 'node:crypto';
import type { UpdateCommand } from '@cellwright/domain/robot';
import { robotSessionStateSchema } from '@cellwright/domain/run';
import { runnerResponseSchema } from '@cellwright/domain/runner-socket';
import { RobotKind } from '@cellwright/proto/common';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { Interlock } from '../domain/installer.ts';
import type { TestRobot } from '../health/health-gate.ts';

const snapshotSchema = z.object({
  state: robotSessionStateSchema.pick({
    ...{ kind: true, isControllerConnected: true, brakes: true, failure: true, routine: true, run: true },
  }),
});
export type SessionState = z.infer<typeof snapshotSchema>['state'];

/** State of a robot; undefined if the runner does not respond. */
export interface ObservedRobot {
  readonly robotKind: 'live' | 'simulated';
  readonly state: SessionState | undefined;
}

const robots = [
  { robotKind: RobotKind.ROBOT_KIND_LIVE, name: 'live' },
  { robotKind: RobotKind.ROBOT_KIND_SIMULATED, name: 'simulated' },
] as const;

/** Loading a large routine takes longer than other commands. */
const commandDeadlineMS = 35_000;

export interface RunnerInterlockOptions {
  /** gRPC address of the routine runner. */
  readonly address: string;
  readonly proofs: Proofs<'software-update'>;
  readonly metrics: Metrics;
}

/** Requests from the routine runner whether the robots are idle, locks them, and plays the test of an update. */
export function connectRunnerInterlock({ address, proofs, metrics }: RunnerInterlockOptions) {
  const proof = proofs['routine-runner'];
  const client = connectPeer(RunnerServiceService, { address, proof, metrics, defaultDeadlineMs: 2000 });
  const readState = async (robotKind: RobotKind): Promise<SessionState> => {
    const { snapshotJson } = await client.getSnapshot({ robotKind });
    return snapshotSchema.parse(JSON.parse(Buffer.from(snapshotJson).toString('utf8'))).state;
  };
  const interlock: Interlock = {
    async findBusy() {
      for (const { robotKind, name } of robots) {
        try {
          const busy = describeActivity(name, await readState(robotKind));
          if (busy !== undefined) return busy;
        } catch {
          // An unknown state is no confirmed stop.
          return `The state of the ${name} robot is unknown`;
        }
      }
      return undefined;
    },
    async hold(reason) {
      try {
        const { busy } = await client.holdPlays({ reason });
        return busy === '' ? undefined : busy;
      } catch {
        return 'The routine runner does not answer, so the state of the robots is unknown';
      }
    },
    release: async () => void (await client.releasePlays({})),
  };
  const robot: TestRobot = {
    readState: () => readState(RobotKind.ROBOT_KIND_SIMULATED),
    async send(kind: UpdateCommand, payload) {
      const requestJson = Buffer.from(JSON.stringify({ kind, id: randomUUID(), payload }));
      const { responseJson } = await client.commandByUpdate({ requestJson }, { deadlineMs: commandDeadlineMS });
      const response = runnerResponseSchema.parse(JSON.parse(Buffer.from(responseJson).toString('utf8')));
      if (!response.ok) throw new Error(response.error.message);
      return response.result;
    },
  };
  const readRobots = async () => {
    const read = async ({ robotKind, name }: (typeof robots)[number]): Promise<ObservedRobot> => {
      return { robotKind: name, state: await readState(robotKind).catch(() => undefined) };
    };
    return Promise.all(robots.map(read));
  };
  return { ...interlock, robot, readRobots, close: () => client.channel.close() };
}

function describeActivity(name: string, { kind, isControllerConnected }: SessionState): string | undefined {
  if (!isControllerConnected || kind === 'Idle' || kind === 'Failure') return undefined;
  return kind === 'RoutineRunning' ? `A routine runs on the ${name} robot` : `The ${name} robot is in use`;
}
