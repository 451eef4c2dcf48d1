// A program that jogs over the runner socket until it is ended.
// Usage: jog-client.fixture.ts URL TOKEN [live|simulated] [rad/s]
import { jogHeartbeatMS, robotKindSchema } from '@cellwright/domain/robot';
import { createCellClient, openSession } from '../../src/cli/cell-client.ts';

const [url = '', adminKey = '', robotKind = 'simulated', speed = '0.5'] = process.argv.slice(2);
const session = await openSession(createCellClient({ url, adminKey }), robotKindSchema.parse(robotKind));
const commandID = `jog-${process.pid}-${Date.now()}`;
await session.send('jog', { jogKind: 'joint', velocities: [0, 0, 0, 0, 0, Number(speed)], commandID });
setInterval(() => {
  session.send('holdHeartbeat', { commandID }).catch(() => undefined);
}, jogHeartbeatMS);
