/** Texts of manual motion on every screen that moves the arm. */
export const handMotion = {
  moveHere: 'Move here',
  cannotReach: 'The arm cannot reach this position',
  arrived: 'Arrived',
  undo: 'Undo',
  interrupted: 'The arm stopped before the target. Release the button and hold it again.',
  noPermission: 'You need the permission ‘Connect to the robot’ to move the arm.',
  brakesFirst: 'The brakes are on. Release them to move the arm.',
  busy: 'A routine is running. Pause or stop it to move the arm manually.',
  failed: 'Failure: {{reason}}',
  recovering: 'The robot is recovering.',
  heldByOther: '{{name}} has control. Take over to move the arm.',
  notConnected: 'No connection to the robot.',
  starting: 'The robot is starting.',
} as const;
