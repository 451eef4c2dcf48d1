import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, type PeerClient } from '@cellwright/service-kit/grpc';

export type RunnerClient = PeerClient<'external-control', 'routine-runner', typeof RunnerServiceService>;

/** Connects to the robot sessions. Loading a large routine takes seconds. */
export function connectRunner(address: string, proofs: Proofs<'external-control'>, metrics: Metrics): RunnerClient {
  const proof = proofs['routine-runner'];
  return connectPeer(RunnerServiceService, { address, proof, metrics, defaultDeadlineMs: 15_000 });
}
