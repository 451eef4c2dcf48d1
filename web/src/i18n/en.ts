import type { box } from './en/box.ts';
import type { control } from './en/control.ts';
import type { handMotion } from './en/hand-motion.ts';
import type { homeLists } from './en/home-lists.ts';
import type { jog } from './en/jog.ts';
import type { leave } from './en/leave.ts';
import type { permission } from './en/permission.ts';
import { resume } from './en/resume.ts';
import type { runs } from './en/runs.ts';
import type { users } from './en/users.ts';
import type { editorEn, routinesEn } from './en-author.ts';

/** English texts of the frame and the first screens. Those of the other screens load with them. */
export const en = {
  resume,
  app: { name: 'Cellwright', robotName: 'Cell', onMachine: 'on the cell computer' },
  nav: {
    home: 'Home',
    routines: 'Routines',
    move: 'Move',
    scene: 'Scene',
    runs: 'Runs',
    box: 'Devices',
    users: 'Users',
    main: 'Main',
    language: 'Language',
    theme: 'Theme',
    toDark: 'Dark',
    toLight: 'Light',
    help: 'Help',
    controlPanel: 'Control panel',
    privacy: 'Privacy',
    terms: 'Terms of use',
  },
  robotKind: { live: 'Live', simulated: 'Simulated', twin: 'Live (twin)' },
  mode: {
    live: 'LIVE',
    simulated: 'SIMULATED',
    twin: 'LIVE (TWIN)',
    choose: 'Choose the robot',
  },
  runner: {
    Idle: 'Idle',
    RunningAdHocCommand: 'Manual motion',
    RoutineRunning: 'Running',
    RoutinePaused: 'Paused',
    Antigravity: 'Guided',
    AntigravitySlow: 'Guided (slow)',
    Failure: 'Failure',
    Recovering: 'Recovering',
    Constructing: 'Starting',
    unknown: 'Unknown',
  },
  brakes: { engaged: 'Brakes on', disengaged: 'Brakes off', release: 'Release brakes', engage: 'Engage brakes' },
  value: { on: 'On', off: 'Off' },
  speed: { label: 'Overall speed', testRun: 'Test run' },
  prompt: {
    title: 'Prompt',
    hint: 'Answer to continue. The arm may move right away.',
    key: 'Shortcut: {{key}}',
    recoverFirst: 'Recover from the failure, then answer.',
    heldByOther: '{{name}} has control. Take over to answer.',
    confirm: 'Confirm',
    answer: 'Answer',
    countdown: 'Run continues',
    secondsLeft: '{{seconds}} s',
    stepBack: 'Stand clear. The arm may move when the countdown ends.',
    countdownPaused: 'Paused. The countdown continues when the run resumes.',
    cancel: 'Cancel',
  },
  connection: {
    constructing: 'Connecting',
    connecting: 'Connecting',
    connected: 'Connected',
    disconnected: 'Connection lost',
    failure: 'Not connected',
    stale: 'Out of date',
    staleText: 'No connection to the robot. Last update {{seconds}} s ago.',
    retry: 'Try again',
  },
  stop: {
    label: 'STOP',
    kind: 'software stop',
    help: 'Stops every robot of the cell on its path. Not a safety-rated emergency stop. Key: Pause',
    sent: 'Stopping…',
    unreached:
      'The stop has not reached the robot yet ({{robots}}). Press the emergency stop at the cell. This screen keeps sending it. {{reason}}',
    refused: 'This screen is no longer signed in, so the stop was not sent. Press the emergency stop at the cell.',
    reachedLate: 'The robots stopped {{seconds}} s after STOP was pressed.',
    giveUp: 'Stop sending',
    read: 'OK',
  },
  activity: {
    other: 'Also moving: {{robots}}',
  },
  signIn: {
    showSecret: 'Show or hide the input',
    signOut: 'Sign out',
  },
  unknownPage: { title: 'Oops!', text: 'This page is unknown or does not exist.', back: 'Back to Home' },
  broken: { title: 'Error rendering component', reload: 'Tap to reload' },
  screen: { loading: 'Loading the screen' },
  toast: { failed: 'Failure: {{result}}', region: 'Messages', close: 'Close the message' },
  press: { hold: 'Hold the button to start' },
  hold: {
    hint: 'Hold the button to apply changes',
    late: 'The arm stopped because this page or its connection was too slow for a moment. Release the button and hold it again.',
  },
  quantity: {
    millimeter: 'mm',
    degree: '°',
    kilogram: 'kg',
    degPerSecond: '°/s',
  },
  home: {
    loaded: 'Loaded routine',
    nothingLoaded: 'No routine is loaded',
    nothingLoadedHelp: 'Choose one under Routines. It appears here, ready to play.',
    chooseRoutine: 'Choose a routine',
    step: 'Step {{path}}',
    steps_one: '1 step',
    steps_other: '{{count}} steps',
    cycles: 'Cycles completed',
    cycleTime: 'Cycle time',
    running: 'Run time',
    play: 'Play',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop run',
    strip: 'Current run',
    stopAfterCycle: 'Stop after this cycle',
    stoppingAfterCycle: 'Stops after this cycle. Tap to cancel',
    recover: 'Recover',
    restartController: 'Restart the controller',
    move: 'Move the arm',
    preflight: 'Check before start',
    rounds: 'Iteration',
    overTarget: 'over target',
    openRoutine: 'Open the routine',
    failedDevice: 'Check ‘{{name}}’',
    version: 'v{{version}}',
    olderVersion: 'v{{version}} (v{{newest}} is newer)',
    next: 'Next action',
    nextBrakes: 'The brakes are on. Release them when no one is near the arm.',
    startOver: 'Start over',
    nextContinue: 'The run is not finished. Continue it or start over.',
    nextPlay: 'The arm is ready.',
    nextDeviceSilent: '‘{{name}}’ does not answer. Check it before you play.',
    nextDeviceError: '‘{{name}}’ has an error. Check it before you play.',
    devices: 'Devices',
    nextRunning: 'The routine is running.',
    nextPaused: 'The routine is paused. Resume when the arm can continue.',
    nextAnswer: 'Waiting for your answer (above).',
    nextEStop: 'Release the emergency stop button, then press Recover.',
    nextSafeguard: 'Close the safeguard first.',
    nextBusy: 'The arm is being moved manually.',
    nextStarting: 'The robot is starting.',
  },
  permission: {
    granter: 'A user with the permission ‘Account’',
  },
  number: {
    none: '‘{{text}}’ is not a number. Type digits, with a point or a comma before decimals.',
    notWhole: '‘{{text}}’ is not a whole number. Type digits only.',
  },
  copy: { do: 'Copy', done: 'Copied', failed: 'Copying failed. The text is selected: press Ctrl+C.' },
  runStatus: {
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    stopped: 'Stopped',
    stoppedAfterCycle: 'Stopped after cycle',
    failed: 'Failed',
    interrupted: 'Interrupted',
  },
  runWaits: { database: 'Waiting for the database. The routine continues by itself.' },
  choice: { gone: 'No longer exists' },
  view: {
    arm: 'The arm in 3D',
    loading: 'Loading the 3D view',
    noWebGL: 'This browser does not support 3D graphics.',
  },
} as const;

/** All English texts of the browser. */
export type EnglishTexts = typeof en & {
  readonly routines: typeof routinesEn;
  readonly editor: typeof editorEn;
  readonly runs: typeof runs;
  readonly box: typeof box;
  readonly control: typeof control;
  readonly activity: typeof leave;
  readonly home: typeof homeLists;
  readonly move: typeof handMotion & typeof jog;
  readonly permission: typeof permission;
  readonly users: typeof users;
};

/** The same keys in another language. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends readonly string[]
      ? readonly string[]
      : Texts<T[K]>;
};
export type Dictionary = Texts<EnglishTexts>;
