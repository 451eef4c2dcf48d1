/** Identifiers, errors, texts, clocks and limits that all subjects share. */
export * from './age-time.ts';
export * from './clock.ts';
export * from './errors.ts';
export * from './held-value.ts';
export * from './host.ts';
export * from './http-request.ts';
export * from './ids.ts';
export * from './json-depth.ts';
export { KeyCounts } from './key-counts.ts';
export * from './limits.ts';
export * from './serial-queue.ts';
export * from './text.ts';
export * from './this-machine.ts';
export * from './unless-aborted.ts';
export * from './versions.ts';
