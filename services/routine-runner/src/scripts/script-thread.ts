import { startModuleWorker } from '@cellwright/service-kit';
import type { FromScriptHost, ScriptHost, ScriptHostListener } from './script-host.ts';

/** A thread that evaluates JavaScript. */
export function startScriptThread({ heard, lost }: ScriptHostListener): ScriptHost {
  const worker = startModuleWorker(import.meta.url, './script-worker.ts', {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  worker.unref();
  worker.on('message', (message: FromScriptHost) => heard(message));
  worker.on('error', (error) => lost(error.message));
  worker.on('exit', (code) => lost(`their thread ended with ${code}`));
  return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
}
