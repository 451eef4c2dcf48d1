import type { RobotKind } from '@cellwright/domain/robot';
import { RobotKind as WireRobotKind } from '@cellwright/proto/common';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { CallProof } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';

const factsTimeoutMS = 5000;

/** The routine runner, as the source of the state from which dry runs start. */
export function connectRobots(address: string, proof: CallProof<'dry-run', 'routine-runner'>, metrics: Metrics) {
  const client = connectPeer(RunnerServiceService, { address, proof, metrics });
  return {
    /** Returns the current state of a robot as JSON of robotFactsSchema. @throws ProductError */
    async readFacts(robotKind: RobotKind, signal: AbortSignal): Promise<Uint8Array> {
      const wireKind = robotKind === 'live' ? WireRobotKind.ROBOT_KIND_LIVE : WireRobotKind.ROBOT_KIND_SIMULATED;
      const request = { robotKind: wireKind };
      return (await client.getRobotFacts(request, { signal, deadlineMs: factsTimeoutMS })).factsJson;
    },
    channel: client.channel,
  };
}
export type Robots = Pick<ReturnType<typeof connectRobots>, 'readFacts'>;
