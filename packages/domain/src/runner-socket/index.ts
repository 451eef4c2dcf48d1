/** Messages of the runner socket. */
export * from './debug-messages.ts';
export { motionSpeedSchema } from './hand-messages.ts';
export * from './machine-messages.ts';
export * from './proof-messages.ts';
export * from './resume-messages.ts';
export * from './runner-messages.ts';
export * from './weld-messages.ts';
