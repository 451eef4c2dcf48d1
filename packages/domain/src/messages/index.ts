/** Texts of errors, spelled once. */
export * from './door-messages.ts';
export * from './messages.ts';
export * from './mount-messages.ts';
export * from './pallet-messages.ts';
export * from './schema-messages.ts';
