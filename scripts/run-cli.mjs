// `npm run routine`, `npm run token`, `npm run setup`, `npm run audit`, `npm run scene`, `npm run tool`, `npm run example`, `npm run call` and `npm run plc`: the command line of the cell that runs on this machine.
import { checkNode, ensureBuilt, ensureInstalled, giveUp } from './lib/toolchain.mjs';

const commands = new Set(['routine', 'token', 'setup', 'audit', 'scene', 'tool', 'example', 'call', 'plc']);

const [command] = process.argv.splice(2, 1);
if (!commands.has(command)) giveUp(`Unknown command '${command}'. Try 'npm run routine -- --help'.`);
checkNode();
ensureInstalled();
await ensureBuilt();
await import(`../services/cell/dist/${command}.js`);
