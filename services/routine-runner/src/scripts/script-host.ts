import type { Script } from '@cellwright/steps/framework';
import type { ScriptAnswer } from './script-limits.ts';

/** Where scripts of one language are evaluated, one at a time: a thread or a process. */
export interface ScriptHost {
  send(message: ToScriptHost): void;
  /** Ends it, whatever it does. */
  end(): Promise<unknown>;
}

export interface ToScriptHost {
  readonly id: number;
  readonly script: Script;
}
export type FromScriptHost = 'ready' | 'begun' | { readonly id: number; readonly answer: ScriptAnswer };

export interface ScriptHostListener {
  heard(message: FromScriptHost): void;
  /** @param why in words that stand behind a colon. */
  lost(why: string): void;
}

export type StartScriptHost = (listener: ScriptHostListener) => ScriptHost;
