import { defineMessages } from '../basics/message-sources.ts';

/** Names of points in a run within a message. */
type PointInRun = 'the pause' | 'the interruption';

/** Messages about loaded, running and interrupted routines. */
export const runMessages = defineMessages('run', {
  noneRunning: 'No routine is running',
  nonePlaying: 'No routine is playing',
  nonePaused: 'No routine is paused',
  noneLoaded: 'No routine is loaded. Load one first',
  notPlaying: 'The routine is not playing',
  alreadyPaused: 'The routine is already paused',
  beingResumed: 'The routine is being resumed',
  alreadyPlaying: 'The routine is already playing',
  stepDisabled: 'The step is disabled. Enable it first',
  stepDisabledInRoutine: 'The step is disabled in the routine. Enable it there',
  noSuchStep: 'The routine does not have this step',
  runIsPlaying: 'The run is playing. Stop it first',
  stopFirst: 'A routine is running. Stop it first',
  stopBeforeClearing: 'A routine is running. Stop it before clearing objects',
  pauseBeforeTrying: 'A routine is running. Pause or stop it, then try the device',
  pauseBeforeTool: 'A routine is running. Pause or stop it, then choose the tool',
  stopBeforeLoading: 'Another routine was started in the meantime. Stop it before loading',
  otherLoaded: 'Another routine was loaded in the meantime',
  armMovesBeforeTool: 'The arm is moving. Wait until it has stopped, then choose the tool',
  noPrompt: 'This step shows no prompt now: it was answered, or the run has continued or ended',
  delayOver: 'The delay of this step is over. Pause or stop the run',
  pauseOrStopFirst: 'A pause or stop came first. Not resumed',
  baseMovedDuringMove: 'The base of the arm was moved during a move. Put it back and resume, or stop and start again',
  thePause: 'the pause',
  theInterruption: 'the interruption',
  stepNoLongerThere: 'The step is no longer in the routine. Play from the start',
  unknownToRobot: 'The robot does not have this run. Play the routine from the start',
  noFirstStep: 'The run had not started its first step. Play the routine from the start',
  completed: 'The run has completed. Play the routine again',
  nothingToContinueFrom: 'This run has no data to continue from. Play the routine from the start',
  variablesIncomplete: 'The stored variables of the run are incomplete. Play the routine from the start',
  stillEnding: 'The run is still ending. Try again in a moment',
  otherBoxes: 'collision boxes changed',
  holderLost: (name: string) => `${name} has control but lost the connection. Take over control, then resume`,
  promptShown: (prompt: string) => `The routine shows a prompt: ${prompt}. Answer it to continue`,
  toolChangedDuringMove: (difference: string) =>
    `${difference} during a move. Change it back and resume, or stop and start again`,
  toolChangedSince: (difference: string, when: PointInRun) =>
    `${difference} since ${when}. Change it back, or stop and start again`,
  otherLoadedSince: (when: PointInRun) => `Another routine was loaded since ${when}. Stop the run, then play again`,
  baseMovedSince: (when: PointInRun) =>
    `The base of the arm was moved since ${when}. Put it back, or stop and start again`,
  payloadChanged: (before: number, when: PointInRun, now: number) =>
    `The payload changed from ${before} kg at ${when} to ${now} kg. Set it again, or stop the run`,
  notAtPausePosition: (joint: number) =>
    `The arm is not where the routine paused (joint ${joint}). Return to the pause position, then resume`,
  notAtInterruption: (joint: number) =>
    `The arm is not where the run was interrupted (joint ${joint}). Return there while you hold the button, then resume`,
  sameToolChanged: (change: string) => `The tool's ${change}`,
  otherTool: (before: string, now: string, change: string) =>
    `The tool changed from '${before}' to '${now}': its ${change}`,
  tcpMoved: (distance: string) => `TCP moved by ${distance}`,
  tcpTurned: (angle: string) => `TCP turned by ${angle}`,
  endMoved: (end: number, distance: string) => `TCP of end ${end} moved by ${distance}`,
  endTurned: (end: number, angle: string) => `TCP of end ${end} turned by ${angle}`,
  endGone: (end: number) => `end ${end} is gone`,
  massChanged: (before: number, now: number) => `mass changed from ${before} kg to ${now} kg`,
  centreMoved: (distance: string) => `centre of gravity moved by ${distance}`,
  atStep: (path: string, message: string) => `Step ${path}: ${message}`,
  chosenDisabled: (path: string) => `Step ${path} is disabled. Choose another`,
  chosenInBackground: (path: string, name: string) =>
    `Step ${path} (${name}) plays in the background. Choose a step of the routine itself`,
  progressUnknown: (path: string, name: string) =>
    `The run was not inside step ${path} (${name}), so its progress there is unknown. Choose step ${path} itself or a step outside it`,
  startUnknown: (path: string) =>
    `Step ${path} starts from the position of the arm at its start, which is no longer known. Choose an earlier step`,
  nearLimit: (elapsedMS: number, limitMS: number) =>
    `The step has run for ${elapsedMS} ms of its limit of ${limitMS} ms`,
  abandoned: (waitedMS: number) => `The step did not end within ${waitedMS} ms of the stop and was aborted`,
});
