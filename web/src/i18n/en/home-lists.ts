/** Texts of the last runs and the notifications on Home. */
export const homeLists = {
  lastRuns: 'Last runs',
  noRuns: 'No runs yet',
  noRunsHelp: 'Every run is listed here with its result and why it ended.',
  runsFailed: 'The runs could not be loaded',
  notices: 'Notifications',
  dismiss: 'Dismiss',
  dismissAll: 'Dismiss all',
  earlierNotices: 'Earlier ({{count}})',
  notice_robotFailure: 'Robot failure',
  notice_waitForConfirmation: 'A routine needs an answer',
  notice_externalControl: 'A program took control of the robot',
  notice_softwareUpdate: 'A software update was not kept',
} as const;
