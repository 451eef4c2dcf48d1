/** Routines, their steps, expressions, variables and tests. */
export * from './code-block.ts';
export * from './completion.ts';
export * from './expression.ts';
export * from './parse-routine.ts';
export * from './prompt.ts';
export * from './remap-ids.ts';
export * from './routine.ts';
export * from './routine-file.ts';
export * from './routine-proposal.ts';
export * from './routine-test.ts';
export * from './routine-test-report.ts';
export * from './step-kinds.ts';
export * from './step-tree.ts';
export * from './unheld-values.ts';
export * from './unknown-fields.ts';
export * from './variables.ts';
