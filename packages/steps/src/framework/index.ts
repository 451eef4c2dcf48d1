/** What every step kind is made of: contract, runtime, ports, outcomes, fields, timing and expressions. */
export * from './contract.ts';
export * from './evaluate.ts';
export * from './expressions.ts';
export * from './fields.ts';
export * from './motion-fields.ts';
export * from './outcomes.ts';
export type * from './ports.ts';
export type * from './program.ts';
export type * from './provocation.ts';
export * from './roles.ts';
export type * from './runtime.ts';
export * from './scripts.ts';
export * from './timing.ts';
export * from './waypoint-role.ts';
