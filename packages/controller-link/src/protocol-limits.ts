/** Maximum number of points in a trajectory. */
export const maxTrajectoryPoints = 20_000;
export const maxTrajectorySeconds = 3600;
/** Maximum number of log entries in one answer. */
export const maxLogEntries = 1000;

/** Maximum frame from the connection in command: a full trajectory of six joints with reserve. */
export const maxCommanderFrameBytes = 4 * 1024 * 1024;
/** Maximum frame from a connection that is not in command. */
export const maxWatcherFrameBytes = 64 * 1024;
/** Maximum frame from a controller: a full page of the log. */
export const maxControllerFrameBytes = 1024 * 1024;

/** Guided mode ends this long after its last renewal, ms. */
export const guidedModeTimeoutMS = 1000;
/** A controller at rest sends its state at least this often, ms. */
export const restStateIntervalMS = 250;

/**
 * Heartbeat period at rest, ms. While the arm is idle there is nothing to stop, so the silence of a commander may be
 * noticed later; with engaged brakes the commander also sends less. From the start of a motion the period of the moving
 * arm applies.
 */
export const restHeartbeatMS = 250;
export const restWatchdogMS = 1000;
