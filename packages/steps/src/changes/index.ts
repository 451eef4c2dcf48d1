export { describeRoutineChanges } from './describe-routine-changes.ts';
export type { RoutineChange } from './types.ts';
