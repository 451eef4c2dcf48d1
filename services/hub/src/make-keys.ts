/** Creates the keys of a new hub and the configuration of its NATS server in a folder, and ends. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHubKeys, describeFleetServer } from '@cellwright/fleet';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '.' },
    'accounts-folder': { type: 'string', default: '/data/accounts' },
  },
});
mkdirSync(values.folder, { recursive: true, mode: 0o700 });
const { keys, operatorSeed } = await createHubKeys();
const write = (name: string, text: string) =>
  // Existing keys are kept, because boxes trust them.
  writeFileSync(join(values.folder, name), text, { mode: 0o600, flag: 'wx' });
write('hub-keys.json', `${JSON.stringify(keys, undefined, 2)}\n`);
write('operator.seed', `${operatorSeed}\n`);
write('fleet-nats.conf', describeFleetServer({ keys, folder: values['accounts-folder'] }));
process.stdout.write(`Wrote hub-keys.json, fleet-nats.conf and operator.seed to ${values.folder}.
Store operator.seed away from the hub: it is needed only to replace the signing key.
`);
