export const readiness = {
  title: 'Readiness',
  help: 'Checks the connection and the set-up of the machine. Nothing moves or starts.',
  check: 'Check the machine',
  checks: {
    connection: 'Connection',
    control: 'Control',
    variables: 'Request variables',
    program: 'Selected program',
    door: 'Door sensors',
    cycleStart: 'Cycle start',
  },
  results: { ok: 'OK', failed: 'Problem', unknown: 'Not checked', notUsed: 'Not used' },
};
