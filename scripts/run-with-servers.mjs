// Runs a TypeScript program of this repository with its requirements: packages, a build, and the servers and the
// browser for tests. `node scripts/run-with-servers.mjs PROGRAM [ARGUMENTS]`
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureTestServers } from './lib/test-servers.mjs';
import { checkNode, ensureBuilt, ensureInstalled, giveUp } from './lib/toolchain.mjs';

const [program] = process.argv.splice(2, 1);
if (program === undefined) giveUp('Name the program to run, for example web/bench/main.ts.');
checkNode();
ensureInstalled();
ensureTestServers();
await ensureBuilt();
process.argv[1] = resolve(program);
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(process.argv[1]).href);
