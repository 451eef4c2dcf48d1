import { ProductError } from '@cellwright/domain/basics';
import { type Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import type { CallerGate } from '../callers/index.ts';
import { certifiedNames } from '../callers/internal-tls.ts';
import { callerKey, proofKey } from '../callers/proof-headers.ts';
import { healthServiceDefinition } from './health-service.ts';

/**
 * Methods without a proof, for probes of Kubernetes and load balancers; they only return whether the service is ready.
 */
const openPaths: ReadonlySet<string> = new Set(Object.values(healthServiceDefinition).map(({ path }) => path));

/**
 * Creates an interceptor that refuses a call before its message is read, unless its caller is proved and may call the
 * method.
 */
export function checkCallers(gate: CallerGate): ServerInterceptor {
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, accept) {
            if (openPaths.has(path)) return accept(metadata);
            const claim = {
              ...{ caller: textOf(metadata, callerKey), secret: textOf(metadata, proofKey) },
              names: gate.tls && certifiedNames(call.getAuthContext().sslPeerCertificate),
            };
            const caller = gate.checkCall(claim, path);
            if (caller instanceof ProductError) {
              const code = caller.code === 'forbidden' ? status.PERMISSION_DENIED : status.UNAUTHENTICATED;
              call.sendStatus({ code, details: caller.message });
              return;
            }
            metadata.set(callerKey, caller);
            metadata.remove(proofKey);
            accept(metadata);
          },
        });
      },
    });
}

function textOf(metadata: Metadata, key: string): string {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : '';
}
