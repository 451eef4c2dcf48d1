export type * from './contract.ts';
export type * from './ports.ts';
export type * from './program.ts';
export type * from './runtime.ts';
