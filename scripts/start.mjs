// `npm start`: installs, builds and runs a whole cell (`-- --processes`: one process per service).
import { checkNode, ensureBuilt, ensureInstalled } from './lib/toolchain.mjs';

checkNode();
ensureInstalled();
await ensureBuilt();
await import('../services/cell/dist/main.js');
