/** The way out of the cell to hosts that a person types: which may be reached, and connections to them. */
export * from './config.ts';
export { createEgress, type Egress, type EgressOptions, type Resolve } from './egress.ts';
export type { EgressSettings } from './egress-policy.ts';
export { egressMessages } from './messages.ts';
export { parseOwnService } from './own-services.ts';
