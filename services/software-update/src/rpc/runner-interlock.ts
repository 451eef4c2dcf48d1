import { robotSessionStateSchema } from '@cellwright/domain/run';
import { RobotKind } from '@cellwright/proto/common';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { Interlock } from '../domain/installer.ts';

const snapshotSchema = z.object({
  state: robotSessionStateSchema.pick({ kind: true, isControllerConnected: true }),
});
type SessionState = z.infer<typeof snapshotSchema>['state'];

const robots = [
  { robotKind: RobotKind.ROBOT_KIND_LIVE, name: 'live' },
  { robotKind: RobotKind.ROBOT_KIND_SIMULATED, name: 'simulated' },
] as const;

export interface RunnerInterlockOptions {
  /** gRPC address of the routine runner. */
  readonly address: string;
  readonly proofs: Proofs<'software-update'>;
  readonly metrics: Metrics;
}

/** Asks the routine runner whether the robots may be disturbed, and whether its sessions work. */
export function connectRunnerInterlock({ address, proofs, metrics }: RunnerInterlockOptions) {
  const proof = proofs['routine-runner'];
  const client = connectPeer(RunnerServiceService, { address, proof, metrics, defaultDeadlineMs: 2000 });
  const readState = async (robotKind: RobotKind): Promise<SessionState> => {
    const { snapshotJson } = await client.getSnapshot({ robotKind });
    return snapshotSchema.parse(JSON.parse(Buffer.from(snapshotJson).toString('utf8'))).state;
  };
  const findBusy: Interlock['findBusy'] = async () => {
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
  };
  return {
    findBusy,
    /** @throws Error when the session of the simulated robot does not work. */
    async checkSession(): Promise<void> {
      const { isControllerConnected } = await readState(RobotKind.ROBOT_KIND_SIMULATED);
      if (!isControllerConnected) throw new Error('The simulated robot has no session');
    },
    close: () => client.channel.close(),
  };
}

function describeActivity(name: string, { kind, isControllerConnected }: SessionState): string | undefined {
  if (!isControllerConnected || kind === 'Idle' || kind === 'Failure') return undefined;
  return kind === 'RoutineRunning' ? `A routine runs on the ${name} robot` : `The ${name} robot is in use`;
}
