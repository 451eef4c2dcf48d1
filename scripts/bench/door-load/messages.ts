import type { GatewayDeps } from '../../../services/gateway/src/app.ts';

export type ToGateway =
  | { readonly kind: 'start'; readonly addresses: GatewayDeps['addresses'] }
  | { readonly kind: 'measure' }
  | { readonly kind: 'report' };

export interface Report {
  readonly lagMS: { readonly p99: number; readonly max: number };
  readonly cpuMS: number;
  readonly memoryMB: number;
}
