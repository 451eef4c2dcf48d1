/** Longest trajectory a controller takes. */
export const maxTrajectoryPoints = 20_000;
export const maxTrajectorySeconds = 3600;
/** Most log entries in one answer. */
export const maxLogEntries = 1000;

/** Largest frame from the connection that has command: a full trajectory of six joints and some room. */
export const maxCommanderFrameBytes = 4 * 1024 * 1024;
/** Largest frame from a connection that has not. */
export const maxWatcherFrameBytes = 64 * 1024;
/** Largest frame from a controller: a full page of the log. */
export const maxControllerFrameBytes = 1024 * 1024;

/** Guided mode ends this long after it was last renewed, ms. */
export const guidedModeTimeoutMS = 1000;
/** A controller at rest sends its state at least this often, ms. */
export const restStateIntervalMS = 250;

/**
 * While the arm stands idle there is nothing to stop, so a commander's silence is noticed later; on its brakes the commander
 * also says less, ms. From the start of a motion the period of the moving arm holds.
 */
export const restHeartbeatMS = 250;
export const restWatchdogMS = 1000;
