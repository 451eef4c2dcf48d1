import type { ScriptLanguage, ScriptRunner } from '@cellwright/steps/framework';
import { startPythonProcess } from './python-host.ts';
import { ReplaceableHost } from './replaceable-host.ts';
import { startScriptThread } from './script-thread.ts';

export interface Scripts extends ScriptRunner {
  /** Starts the interpreter of a language ahead of its first expression; resolves when it is ready, or cannot be had. */
  prepare(language: ScriptLanguage): Promise<void>;
  close(): Promise<void>;
}

/** Expressions in JavaScript and Python, each language in a host of its own that starts when it is needed. */
export function createScripts(): Scripts {
  const hosts = {
    JavaScript: new ReplaceableHost('JavaScript', startScriptThread),
    Python: new ReplaceableHost('Python', startPythonProcess),
  };
  return {
    run: (script) => hosts[script.language].run(script),
    prepare: (language) => hosts[language].prepare(),
    async close() {
      await Promise.all(Object.values(hosts).map((host) => host.close()));
    },
  };
}
