// A program that jogs over the runner socket until it is ended. Usage: jog-client.fixture.ts URL TOKEN
import { jogHeartbeatMS } from '@cellwright/domain';
import { createCellClient, openSession } from '../../src/cli/cell-client.ts';

const [url = '', adminKey = ''] = process.argv.slice(2);
const session = await openSession(createCellClient({ url, adminKey }), 'simulated');
const commandID = `jog-${process.pid}-${Date.now()}`;
await session.send('jog', { jogKind: 'joint', velocities: [0, 0, 0, 0, 0, 0.5], commandID });
process.stdout.write('jogging\n');
setInterval(() => {
  session.send('holdHeartbeat', { commandID }).catch(() => undefined);
}, jogHeartbeatMS);
