/** Keys and accounts of boxes on the NATS of a fleet hub, and the subject of their reports. */
export * from './accounts.ts';
export * from './hub-keys.ts';
export * from './keys.ts';
export * from './subjects.ts';
