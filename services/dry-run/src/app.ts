/** The parts of the dry run: the processes that simulate routines, and the calls that ask for it; `build` assembles them. */

import { type ArmModel, defaultArm } from '@cellwright/arm';
import type { Health, Logger, Metrics } from '@cellwright/service-kit';
import type { Peers } from '@cellwright/service-kit/callers';
import { startGrpcServer } from '@cellwright/service-kit/grpc';
import { createProofProcesses } from './process/proof-processes.ts';
import { createDryRunCalls } from './rpc/dry-run-calls.ts';
import { connectRobots } from './rpc/robot-facts.ts';

export interface DryRunDeps {
  readonly host?: string;
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly equipment: string; readonly runner: string };
  /** Default: the default arm. */
  readonly arm?: ArmModel;
  /** True if programs, including code blocks, may act through the developer API. Default true. */
  readonly hasDeveloperAPI?: boolean;
  /** Folder with the packages of kinds; undefined for none. */
  readonly packagesPath?: string | undefined;
  readonly peers: Peers<'dry-run'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Builds the dry run. It keeps nothing and moves nothing: each request has a process of its own, which starts on demand. */
export function build(deps: DryRunDeps) {
  const { host, port, addresses, arm = defaultArm, hasDeveloperAPI = true, log, metrics, health } = deps;
  const { proofs, gate: callers } = deps.peers;
  const robots = connectRobots(addresses.runner, proofs['routine-runner'], metrics);
  const processes = createProofProcesses();
  const { packagesPath } = deps;
  let server: Awaited<ReturnType<typeof startGrpcServer>> | undefined;
  return {
    async start(): Promise<{ address: string }> {
      const services = [
        createDryRunCalls({ robots, processes, addresses, proofs, arm, hasDeveloperAPI, packagesPath }),
      ];
      server = await startGrpcServer({ services, port, host, callers, log, metrics, health });
      return { address: server.address };
    },
    async stop(signal?: AbortSignal): Promise<void> {
      await processes.close();
      await server?.close(signal);
      robots.channel.close();
    },
  };
}
