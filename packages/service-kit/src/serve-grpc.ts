import { startAdminServer } from './admin-server.ts';
import type { ServiceContext } from './run-service.ts';

/** A service as its `build` gives it. */
export interface BuiltService {
  /** Resolves with where it listens. */
  start(): Promise<{ readonly address: string }>;
  stop(signal?: AbortSignal): Promise<void>;
}

/** Starts a service and its admin port, and has both stopped with the process. */
export async function serveGrpc(
  service: BuiltService,
  { health, metrics, lifecycle, log }: Omit<ServiceContext, 'env'>,
  adminPort: number,
): Promise<void> {
  const addresses = await service.start();
  lifecycle.onStop('grpc', (signal) => service.stop(signal));
  const admin = await startAdminServer({ health, metrics, port: adminPort });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { ...addresses, adminPort: admin.port });
}
