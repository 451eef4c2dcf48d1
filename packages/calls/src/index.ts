export * from './calls.ts';
export * from './framework/definition.ts';
export { fillPath } from './framework/path.ts';
export * from './framework/wire-names.ts';
export * from './library/describe-changes.ts';
export { routineFileSchema } from './library/routine-file.ts';
export * from './library/validate-routine.ts';
