import { codeLimits } from './code-limits.ts';
import type { FromHost, ModuleEntry, ToHost } from './host-lines.ts';
import { CodeRun, type CodeTurn } from './run-code.ts';
import { loadSandboxes, type Sandbox } from './sandbox.ts';

const moduleName = 'package.js';
/** Object of the raw calls in the interpreter; the module gets them as a parameter. */
const globalName = '$cellCalls';

/** Reports the names of the exported kinds. */
const listing = `
import * as module from '${moduleName}';
const named = (group, functions) => Object.entries(module[group] ?? {})
  .filter(([, kind]) => functions.every((name) => typeof kind?.[name] === 'function'))
  .map(([name]) => group + '.' + name);
const exported = [...named('steps', ['run']), ...named('devices', ['read', 'act', 'simulate'])];
await globalThis.${globalName}.loaded(exported);`;

/** Runs a part of the module with its arguments, and with calls that return values. */
const running = ({ kind, name }: ModuleEntry, args: string, calls: readonly string[]) => `
import * as module from '${moduleName}';
const raw = globalThis.${globalName};
const { parse } = JSON;
const offer = (names) => Object.freeze(Object.fromEntries(names.map((name) =>
  [name, (...args) => raw[name](...args).then((json) => parse(json))])));
const calls = ${JSON.stringify(calls)};
const name = ${JSON.stringify(name)};
const args = parse(${JSON.stringify(args)});
${bodies[kind]}`;

/** Code that runs each kind of part. A device kind carries out one order after the other, until it is dropped. */
const bodies: Readonly<Record<ModuleEntry['kind'], string>> = {
  step: 'await module.steps[name].run(args, offer(calls));',
  drive: `
const device = module.devices[name];
const line = offer(calls.filter((call) => !['next', 'done', 'fail'].includes(call)));
const { next, done, fail } = offer(calls);
const carryOut = {
  read: () => device.read(args, line),
  act: ({ action }) => device.act(action, args, line),
  stop: () => device.stop?.(args, line),
};
for (;;) {
  const order = await next();
  let failed = false;
  let result;
  try {
    result = await carryOut[order.kind](order);
  } catch (error) {
    failed = true;
    result = String(error?.message ?? error);
  }
  await (failed ? fail(result) : done(result ?? null));
}`,
  simulate: 'await module.devices[name].simulate(args, offer(calls));',
};

/**
 * The module of a package and its parts that run. Each gets an interpreter of its own with its own memory, so that none
 * leaves anything behind for the next.
 */
export class PackageRuns {
  readonly #say: (line: FromHost) => void;
  readonly #runs = new Map<number, CodeRun>();
  readonly #openSandbox: () => Promise<Sandbox>;
  #source = '';
  #dropped = 0;

  constructor(say: (line: FromHost) => void, openSandbox = openAlone) {
    this.#say = say;
    this.#openSandbox = openSandbox;
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
        this.#drop(line.run);
    }
  }

  /** Returns the count of interpreters that are not needed any more, since it was last asked. */
  takeDropped(): number {
    const count = this.#dropped;
    this.#dropped = 0;
    return count;
  }

  #drop(run: number): void {
    if (this.#runs.delete(run)) this.#dropped += 1;
  }

  async #load(source: string): Promise<void> {
    this.#source = source;
    let listed: string | undefined;
    const code = await this.#open(['loaded'], ({ args }) => {
      listed ??= args;
    });
    const turn = code.begin(listing, this.#modules, 'list.js');
    if (turn.kind === 'failed') this.#say({ kind: 'refused', message: turn.message });
    else this.#say({ kind: 'loaded', exported: readNames(listed) });
    this.#dropped += 1;
  }

  async #begin({ run, entry, args, calls }: Extract<ToHost, { kind: 'run' }>): Promise<void> {
    const code = await this.#open(calls, ({ id, name, args: given }) =>
      this.#say({ kind: 'call', run, id, name, args: given }),
    );
    this.#runs.set(run, code);
    this.#report(run, code.begin(running(entry, args, calls), this.#modules, 'run.js'));
  }

  /** Answers for a part that was dropped meanwhile are not needed. */
  #continue(id: number, turn: (run: CodeRun) => CodeTurn): void {
    const run = this.#runs.get(id);
    if (run) this.#report(id, turn(run));
  }

  #report(run: number, turn: CodeTurn): void {
    if (turn.kind === 'waiting') return;
    this.#drop(run);
    if (turn.kind === 'ended') this.#say({ kind: 'ended', run });
    else this.#say({ kind: 'failed', run, message: turn.message });
  }

  get #modules(): ReadonlyMap<string, string> {
    return new Map([[moduleName, this.#source]]);
  }

  async #open(names: readonly string[], onCall: ConstructorParameters<typeof CodeRun>[1]): Promise<CodeRun> {
    return new CodeRun(await this.#openSandbox(), onCall, { globalName, names });
  }
}

/** Opens an interpreter with memory of its own. */
async function openAlone(): Promise<Sandbox> {
  const { open } = await loadSandboxes(codeLimits);
  return open();
}

/** Reads the arguments of the call of the listing: one list of names. */
function readNames(args: string | undefined): string[] {
  const listed: unknown = args === undefined ? [] : JSON.parse(args);
  const names: unknown = Array.isArray(listed) ? listed[0] : [];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
