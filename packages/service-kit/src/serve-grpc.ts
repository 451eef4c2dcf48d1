import { startAdminServer } from './admin-server.ts';
import type { ServiceContext } from './run-service.ts';

/** A service as returned by its `build`. */
export interface BuiltService {
  /** Resolves with its address. */
  start(): Promise<{ readonly address: string }>;
  stop(signal?: AbortSignal): Promise<void>;
}

/** Variables with the address of health and metrics. */
export interface AdminSettings {
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number;
}

/** Starts a service and its admin port, and stops both with the process. */
export async function serveGrpc(
  service: BuiltService,
  { health, metrics, lifecycle, log }: Omit<ServiceContext, 'env'>,
  { ADMIN_HOST: host, ADMIN_PORT: port }: AdminSettings,
): Promise<void> {
  const addresses = await service.start();
  lifecycle.onStop('grpc', (signal) => service.stop(signal));
  const admin = await startAdminServer({ health, metrics, host, port });
  lifecycle.onStop('admin', () => admin.close());
  log.info('listening', { ...addresses, adminPort: admin.port });
}
