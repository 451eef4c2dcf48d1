// `npm test`: sets up the requirements of the tests (packages, NATS, Redis, Chromium, the Python client of robot
// programs), then runs the checks and the tests; see docs/testing.md. Written for plain Node, because nothing is
// installed at first.
import {
  ensureLinePeers,
  ensureOutsidePeers,
  ensureOutsideSigner,
  ensureRobotClients,
} from './lib/python-environments.mjs';
import { ensureTestServers } from './lib/test-servers.mjs';
import { checkNode, ensureBuilt, ensureInstalled, root } from './lib/toolchain.mjs';

const phases = [];
async function timed(name, action) {
  const start = performance.now();
  await action();
  phases.push({ name, seconds: (performance.now() - start) / 1000 });
}

process.chdir(root);
checkNode();
await timed('install packages', ensureInstalled);
await timed('build, servers, Python', async () => {
  const built = ensureBuilt();
  ensureTestServers();
  ensureRobotClients(process.argv.includes('--exhaustive'));
  ensureOutsidePeers();
  ensureLinePeers();
  ensureOutsideSigner();
  await built;
});
const { tsImport } = await import('tsx/esm/api');
const { main } = await tsImport('./test/main.ts', import.meta.url);
process.exit(await main(root, process.argv.slice(2), phases));
