// `npm run hub`: installs, builds and runs the hub of a fleet on this machine, next to a cell if there is one.
import { delimiter } from 'node:path';
import { ensureNatsServer } from './lib/python-environments.mjs';
import { checkNode, ensureBuilt, ensureInstalled, say } from './lib/toolchain.mjs';

process.env.CELLWRIGHT_DATA ||= '.data-hub';
process.env.PORT ||= '3100';
process.argv.push('--hub');
checkNode();
ensureInstalled();
const natsFolder = ensureNatsServer();
if (natsFolder) process.env.PATH = [natsFolder, process.env.PATH].join(delimiter);
else
  say(
    'nats-server 2.15.1 could not be installed, which needs Linux, Python 3.10 and the package index. Using the PATH.',
  );
await ensureBuilt();
await import('../services/cell/dist/main.js');
