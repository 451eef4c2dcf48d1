/** The event bus over NATS with JetStream. */
export { type NatsBusOptions, openNatsBus } from './nats-bus.ts';
export type { StreamOptions } from './streams.ts';
