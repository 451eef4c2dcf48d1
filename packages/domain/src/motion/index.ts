/** Requests to the motion planner and its replies. */
export * from './motion-planner.ts';
export * from './plan-cause.ts';
