/** Texts of errors, spelled once. */

export * from './access-messages.ts';
export * from './device-messages.ts';
export * from './door-messages.ts';
export * from './messages.ts';
export * from './mount-messages.ts';
export * from './pallet-messages.ts';
export * from './pallet-shape-messages.ts';
export * from './robot-messages.ts';
export * from './run-messages.ts';
export * from './schema-messages.ts';
export * from './space-messages.ts';
export * from './store-messages.ts';
