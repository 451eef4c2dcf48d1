/** Outgoing connections of the cell to user-defined hosts, and their rules. */
export * from './config.ts';
export { createEgress, type Egress, type EgressOptions, type Resolve } from './egress.ts';
export type { EgressSettings } from './egress-policy.ts';
export { egressMessages } from './messages.ts';
export { parseOwnService } from './own-services.ts';
