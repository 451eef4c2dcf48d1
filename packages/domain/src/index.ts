/** What the product talks about, as zod schemas, and the rules over it. Pure: no I/O. */
export * from './clock.ts';
export * from './equipment.ts';
export * from './errors.ts';
export * from './expression.ts';
export * from './failures.ts';
export * from './ids.ts';
export * from './io.ts';

import './issue-words.ts';

export * from './json-depth.ts';
export * from './limits.ts';
export * from './messages.ts';
export * from './motion-planner.ts';
export * from './parse-routine.ts';
export * from './planning-scene.ts';
export * from './position.ts';
export * from './robot.ts';
export * from './routine.ts';
export * from './routine-file.ts';
export * from './run.ts';
export * from './runner-messages.ts';
export * from './runner-state.ts';
export * from './space-item.ts';
export * from './state-replica.ts';
export * from './state-sync.ts';
export * from './step-kinds.ts';
export * from './step-tree.ts';
export * from './text.ts';
export * from './variables.ts';
