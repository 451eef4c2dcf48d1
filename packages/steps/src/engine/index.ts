/** Plays a program of steps: run clock, pause, step once, stop, time limits, cycles. */
export { createEngine } from './engine.ts';
export { checkResume, type ResumeCheck } from './places.ts';
export { buildProgram, type ProgramHeader, scriptLanguagesOf } from './program.ts';
export * from './types.ts';
