import { defineMessages } from '../basics/message-sources.ts';

/** Messages of the specification about welding: apart from the others, because only routines with such steps load them. */
export const weldMessages = defineMessages('weld', {
  machineNotFound: 'Weld machine not found',
  torchNotFound: 'Weld torch not found',
  esabNotSupported: 'ESAB weld machine not supported',
  genericNotSupported: 'Generic weld machine not supported',
  startStopFailed: 'Failed to start/stop weld machine',
  setParametersFailed: 'Failed to set weld machine parameters',
  stitchNeedsTwoWaypoints: 'Need at least two waypoints for stitch welds',
});
