/** All events of a robot session. An event that is not in the table for a state is refused by name. */
export const sessionEvents = [
  'controllerConnected',
  'adHocStarted',
  'adHocEnded',
  'routineStarted',
  'routineEnded',
  'guidedStarted',
  'slowGuidedStarted',
  'guidedEnded',
  'failed',
  'escapeStarted',
  'escapeEnded',
  'recoveryStarted',
  'recovered',
] as const;
export type SessionEvent = (typeof sessionEvents)[number];
