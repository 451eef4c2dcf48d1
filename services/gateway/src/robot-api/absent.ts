import { ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import { type Api, refusalSchema } from './room.ts';

/** Operations of missing parts of the product: the missing part, and what to read. */
const absent: readonly { readonly of: string; readonly operations: readonly string[] }[] = [
  {
    of: 'a recorder',
    operations: [
      'POST /recorder/start',
      'POST /recorder/stop',
      'POST /recorder/save',
      'POST /recorder/update',
      'POST /recorder/set-bot-enabled',
      'POST /recorder/clear-hardware-config-cache',
      'POST /recorder/camera-calibration',
      'GET /recorder/map-artifact-url',
      'POST /recorder/map-artifact-url',
    ],
  },
  {
    of: 'teleoperation',
    operations: [
      'POST /teleop/start',
      'POST /teleop/stop',
      'POST /teleop/set-bot-enabled',
      'POST /teleop/set-gripper-bounds',
      'POST /teleop/set-ratio-control',
      'POST /teleop/set-config',
      'GET /teleop/settings',
      'POST /teleop/settings',
      'POST /teleop/session-overrides',
      'POST /teleop/session/start',
      'POST /teleop/session/stop',
      'POST /teleop/session/heartbeat',
      'POST /teleop/set-robot-frame',
      'POST /teleop/set-bolt-head-position',
      'POST /movement/teleop/state',
    ],
  },
  {
    of: 'tooltips besides the tool on its flange',
    operations: ['GET /equipment/tooltips', 'GET /equipment/tooltips/active', 'POST /equipment/tooltips/active'],
  },
  { of: 'a tactile sensor', operations: ['POST /equipment/tactile-sensor/tare'] },
  { of: 'a recorder of demonstrations', operations: ['GET /demonstration/*', 'POST /demonstration/*'] },
  { of: 'WebRTC', operations: ['POST /webrtc/message'] },
  { of: 'a messenger', operations: ['POST /messenger/peers', 'DELETE /messenger/peers'] },
  { of: 'calibrations of the arm', operations: ['GET /calibration/active', 'POST /calibration/active'] },
  { of: 'a ROS network', operations: ['GET /ros/dds/configuration', 'POST /ros/dds/configuration'] },
  { of: 'real-time external control', operations: ['POST /external-control/start', 'POST /external-control/stop'] },
  { of: 'remote control', operations: ['POST /internal-only/create-remote-control-auth-token'] },
];

/** Returns the error for an operation of a part that this cell lacks, so that a program can recognise it. */
export function isAbsent(part: string): ProductError {
  return new ProductError('service_initializing', `This cell has no ${part.replace(/^an? /, '')}`);
}

export function addAbsent(api: Api): void {
  for (const { of, operations } of absent) {
    for (const operation of operations) {
      const [method = 'GET', url = ''] = operation.split(' ');
      api.route({
        method,
        url,
        schema: {
          tags: ['Robot API: not implemented'],
          summary: `Requires ${of}, which this cell does not have`,
          response: { 503: refusalSchema },
          ...(method === 'GET' ? {} : { body: z.unknown() }),
        },
        handler: async () => {
          throw isAbsent(of);
        },
      });
    }
  }
}
