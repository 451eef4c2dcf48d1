/** Runs and the state of a robot: their patches, replay and resumption. */
export * from './debugging.ts';
export * from './expression-text.ts';
export * from './operator-question.ts';
export * from './proof.ts';
export * from './replay.ts';
export * from './replay-cursor.ts';
export * from './resume-place.ts';
export * from './resumption.ts';
export * from './run.ts';
export * from './run-status.ts';
export * from './runner-state.ts';
export * from './state-replica.ts';
export * from './state-sync.ts';
export * from './way-out.ts';
