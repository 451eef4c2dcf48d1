import { parentPort } from 'node:worker_threads';
import { evaluateScript } from './evaluate-script.ts';
import { loadSandboxes, type Sandbox } from './sandbox.ts';
import type { FromScriptHost, ToScriptHost } from './script-host.ts';
import { scriptLimits } from './script-limits.ts';

/** The thread that evaluates scripts: one at a time, each in a sandbox that no other has used. */
const reply = (message: FromScriptHost): void => parentPort?.postMessage(message);
const sandboxes = await loadSandboxes();
const open = (): Sandbox => sandboxes.open({ memoryBytes: scriptLimits.JavaScript.memoryBytes });
// Opened ahead of time: that takes longer than most expressions.
// The first one compiles the interpreter, so it is not anybody's.
evaluateScript(open(), { source: '1', values: { variables: [], steps: [], io: [] } }, () => undefined);
let next = open();

parentPort?.on('message', ({ id, script }: ToScriptHost) => {
  const sandbox = next;
  const answer = evaluateScript(sandbox, script, () => reply('begun'));
  reply({ id, answer });
  if (answer.isSpent) return;
  sandbox.context.dispose();
  sandbox.runtime.dispose();
  next = open();
});
reply('ready');
