/** Identifiers, errors, texts, clocks and limits that all subjects share. */
export type { Result } from '@cellwright/geometry';
export * from './age-time.ts';
export * from './clock.ts';
export * from './duration-text.ts';
export * from './errors.ts';
export * from './held-value.ts';
export * from './host.ts';
export * from './http-request.ts';
export * from './ids.ts';
export * from './json-depth.ts';
export { KeyCounts } from './key-counts.ts';
export * from './limits.ts';
export * from './serial-queue.ts';
export * from './strict-schema.ts';
export * from './text.ts';
export * from './this-machine.ts';
export * from './unless-aborted.ts';
export * from './versions.ts';
