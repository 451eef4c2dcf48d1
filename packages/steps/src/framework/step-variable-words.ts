import type { Say } from './say.ts';

/** Words for the variables of steps. Conditions and formulas show them instead of the names in scripts. */
const words: Readonly<Record<string, (say: Say) => string>> = {
  completedCount: (say) => say`times completed`,
  round: (say) => say`current round`,
  roundsLeft: (say) => say`rounds left`,
  currentActivity: (say) => say`current activity`,
  stoppedEarly: (say) => say`stopped early`,
  contactForce: (say) => say`contact force`,
  isTaken: (say) => say`branch taken`,
  isDecided: (say) => say`condition decided`,
  confirmed: (say) => say`confirmed`,
  choice: (say) => say`chosen answer`,
  freeformInput: (say) => say`typed answer`,
  gripDetected: (say) => say`grip detected`,
  succeeded: (say) => say`succeeded`,
  achievedTorque: (say) => say`achieved torque`,
  shankPosition: (say) => say`shank position`,
  vacuumA: (say) => say`vacuum of channel A`,
  vacuumB: (say) => say`vacuum of channel B`,
  height: (say) => say`reached height`,
  x: (say) => say`offset in x`,
  y: (say) => say`offset in y`,
  z: (say) => say`offset in z`,
  status: (say) => say`status`,
  program: (say) => say`program`,
  partCount: (say) => say`part count`,
  isStarted: (say) => say`started`,
  hasEnded: (say) => say`ended`,
  isRunning: (say) => say`running`,
  report: (say) => say`report`,
  foundCount: (say) => say`positions found`,
  poses: (say) => say`found poses`,
  scores: (say) => say`found scores`,
  result: (say) => say`result`,
  confidence: (say) => say`confidence`,
};

/** Returns what people call a variable of a step; its own name if it has no words. */
export function describeStepVariable(name: string, say: Say): string {
  return Object.hasOwn(words, name) ? (words[name]?.(say) ?? name) : name;
}
