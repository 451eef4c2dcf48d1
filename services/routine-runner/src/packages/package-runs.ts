import { codeLimits } from '../code-blocks/code-limits.ts';
import { CodeRun, type CodeTurn } from '../code-blocks/run-code.ts';
import { loadSandboxes } from '../sandbox/sandbox.ts';
import type { FromHost, ToHost } from './host-lines.ts';

const moduleName = 'package.js';
/** Object of the raw calls in the interpreter; the step gets them as its parameter. */
const globalName = '$cellCalls';

/** Reports the names of the exported step kinds. */
const listing = `
import * as module from '${moduleName}';
const steps = Object.entries(module.steps ?? {}).filter(([, step]) => typeof step?.run === 'function');
await globalThis.${globalName}.loaded(steps.map(([name]) => name));`;

/** Plays a step with its arguments, and with calls that return values. */
const playing = (step: string, args: string, calls: readonly string[]) => `
import { steps } from '${moduleName}';
const raw = globalThis.${globalName};
const { parse } = JSON;
const cell = Object.freeze(Object.fromEntries(${JSON.stringify(calls)}.map((name) =>
  [name, (...args) => raw[name](...args).then((json) => parse(json))])));
await steps[${JSON.stringify(step)}].run(parse(${JSON.stringify(args)}), cell);`;

/**
 * The module of a package and the steps that it plays. Each step gets an interpreter of its own with its own memory, so
 * that no step leaves anything behind for the next.
 */
export class PackageRuns {
  readonly #say: (line: FromHost) => void;
  readonly #runs = new Map<number, CodeRun>();
  #source = '';

  constructor(say: (line: FromHost) => void) {
    this.#say = say;
  }

  async take(line: ToHost): Promise<void> {
    switch (line.kind) {
      case 'load':
        return this.#load(line.source);
      case 'run':
        return this.#begin(line);
      case 'answer':
        return this.#continue(line.run, (run) => run.answer({ id: line.id, ok: true, value: line.json }));
      case 'refusal':
        return this.#continue(line.run, (run) => run.answer({ id: line.id, ok: false, message: line.message }));
      case 'drop':
        this.#runs.delete(line.run);
    }
  }

  async #load(source: string): Promise<void> {
    this.#source = source;
    let listed: string | undefined;
    const code = await this.#open(['loaded'], ({ args }) => {
      listed ??= args;
    });
    const turn = code.begin(listing, this.#modules, 'list.js');
    if (turn.kind === 'failed') this.#say({ kind: 'refused', message: turn.message });
    else this.#say({ kind: 'loaded', steps: readNames(listed) });
  }

  async #begin({ run, step, args, calls }: Extract<ToHost, { kind: 'run' }>): Promise<void> {
    const code = await this.#open(calls, ({ id, name, args: given }) =>
      this.#say({ kind: 'call', run, id, name, args: given }),
    );
    this.#runs.set(run, code);
    this.#report(run, code.begin(playing(step, args, calls), this.#modules, 'play.js'));
  }

  /** Answers for a step that was dropped meanwhile are not needed. */
  #continue(id: number, turn: (run: CodeRun) => CodeTurn): void {
    const run = this.#runs.get(id);
    if (run) this.#report(id, turn(run));
  }

  #report(run: number, turn: CodeTurn): void {
    if (turn.kind === 'waiting') return;
    this.#runs.delete(run);
    if (turn.kind === 'ended') this.#say({ kind: 'ended', run });
    else this.#say({ kind: 'failed', run, message: turn.message });
  }

  get #modules(): ReadonlyMap<string, string> {
    return new Map([[moduleName, this.#source]]);
  }

  async #open(names: readonly string[], onCall: ConstructorParameters<typeof CodeRun>[1]): Promise<CodeRun> {
    const { open } = await loadSandboxes(codeLimits);
    return new CodeRun(open(), onCall, { globalName, names });
  }
}

/** Reads the arguments of the call of the listing: one list of names. */
function readNames(args: string | undefined): string[] {
  const listed: unknown = args === undefined ? [] : JSON.parse(args);
  const names: unknown = Array.isArray(listed) ? listed[0] : [];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
