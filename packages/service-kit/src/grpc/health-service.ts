import { rest, withEither } from '@cellwright/domain/basics';
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { systemClock } from '../clock.ts';
import type { Health } from '../health.ts';

const serving = 1;
const notServing = 2;
const watchIntervalMs = 1000;

/** The reply of grpc.health.v1 is one enum field: tag 1, varint. The service name in the request is ignored. */
const method = {
  requestSerialize: (): Buffer => Buffer.alloc(0),
  requestDeserialize: (): unknown => ({}),
  responseSerialize: (servingStatus: number): Buffer => Buffer.from([0x08, servingStatus]),
  responseDeserialize: (bytes: Buffer): number => bytes[1] ?? 0,
  requestStream: false,
} as const;

/** The standard health service for probes of Kubernetes and load balancers. */
export const healthServiceDefinition = {
  check: { ...method, path: '/grpc.health.v1.Health/Check', responseStream: false },
  watch: { ...method, path: '/grpc.health.v1.Health/Watch', responseStream: true },
} as const satisfies ServiceDefinition;

export function serveHealth(health: Health, closing: AbortSignal): UntypedServiceImplementation {
  const check: handleUnaryCall<unknown, number> = (_call, reply) => {
    health.ready().then(
      ({ ready }) => reply(null, ready ? serving : notServing),
      () => reply(null, notServing),
    );
  };
  const watch: handleServerStreamingCall<unknown, number> = (call) => {
    const done = new AbortController();
    call.on('cancelled', () => done.abort());
    withEither(done.signal, closing, (signal) =>
      watchReadiness(health, signal, (servingStatus) => call.write(servingStatus)),
    ).finally(() => call.end());
  };
  return { check, watch };
}

async function watchReadiness(
  health: Health,
  signal: AbortSignal,
  report: (servingStatus: number) => void,
): Promise<void> {
  let last: number | undefined;
  while (!signal.aborted) {
    const { ready } = await health.ready();
    const now = ready ? serving : notServing;
    if (now !== last) report(now);
    last = now;
    await rest(systemClock, watchIntervalMs, signal);
  }
}
