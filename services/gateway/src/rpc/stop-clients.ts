import { IdentityServiceService } from '@cellwright/proto/identity';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer, type PeerClient } from '@cellwright/service-kit/grpc';
import type { Addresses } from './clients.ts';

/** Clients that the stop listener uses, and nothing else. */
export interface StopClients {
  readonly identity: PeerClient<'stop-listener', 'identity', typeof IdentityServiceService>;
  readonly runner: PeerClient<'stop-listener', 'routine-runner', typeof RunnerServiceService>;
  close(): void;
}

/** Connects to the runner immediately, so that the first stop does not wait for a connection. */
export function connectStopClients(
  addresses: Pick<Addresses, 'identity' | 'runner'>,
  proofs: Proofs<'stop-listener'>,
  metrics: Metrics,
): StopClients {
  const options = { metrics, defaultDeadlineMs: 2000 };
  const toIdentity = { ...options, address: addresses.identity, proof: proofs.identity };
  const toRunner = { ...options, address: addresses.runner, proof: proofs['routine-runner'] };
  const identity = connectPeer(IdentityServiceService, toIdentity);
  const runner = connectPeer(RunnerServiceService, toRunner);
  const leave = runner.channel.keepConnected();
  return {
    identity,
    runner,
    close() {
      leave();
      for (const { channel } of [identity, runner]) channel.close();
    },
  };
}
