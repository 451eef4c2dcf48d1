import type { QuickJSContext, QuickJSDeferredPromise, QuickJSHandle } from 'quickjs-emscripten-core';
import { codeLimits, computedTooLong, usedTooMuchMemory, waitsForNothing } from './code-limits.ts';
import type { FromCode, ToCode } from './code-lines.ts';
import { describeThrown, type Sandbox } from './sandbox.ts';
import { trackers, trackPromises } from './track-promises.ts';

/** Error of a call out of the interpreter whose memory had to grow meanwhile, in the words of the JavaScript engine. */
const grownMemory = /%TypedArray%.* on a detached ArrayBuffer/;

/**
 * Defines the calls of a code block, which are all that it can reach, and what tracked code calls. A call or an async
 * function returns a promise that records whether the code handles its failure. Returns a function that returns the
 * first unhandled failure, as `{ error }`. Takes everything it needs before the code can change it.
 */
const preludeOf = ({ globalName, names }: CodeCallsOffer) => `(call => {
  const { stringify } = JSON;
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { isFinite } = Number;
  const { then } = Promise.prototype;
  const { add, has } = WeakSet.prototype;
  const { set, forEach, delete: remove } = Map.prototype;
  const isSeen = new WeakSet();
  const failures = new Map();
  class Call extends Promise {
    static get [Symbol.species]() { return Promise; }
    then(onDone, onFailed) {
      apply(add, isSeen, [this]);
      apply(remove, failures, [this]);
      return follow(apply(then, this, [onDone, onFailed]));
    }
  }
  const follow = promise => {
    const followed = new Call((resolve, reject) => void apply(then, promise, [resolve, reject]));
    const record = error => { if (!apply(has, isSeen, [followed])) apply(set, failures, [followed, error]); };
    apply(then, followed, [undefined, record]);
    return followed;
  };
  const names = ${JSON.stringify(names)};
  const perform = (name, args) => {
    for (let index = 0; index < args.length; index++) {
      const given = args[index];
      if (typeof given !== 'number' || isFinite(given)) continue;
      const first = typeof args[0] === 'string' ? stringify(args[0]) : '';
      const text = 'cell.' + name + '(' + first + ') was given ' + given + ', which is not a finite number';
      return follow(new Call((_, reject) => reject(new TypeError(text))));
    }
    return follow(call(name, stringify(args)));
  };
  const entries = names.map(name => [name, (...args) => perform(name, args)]);
  const cell = Object.freeze(Object.fromEntries(entries));
  const asynchronous = work => function (...args) { return follow(apply(work, this, args)); };
  const asyncPrototype = getPrototypeOf(async () => {});
  const methods = owner => {
    const keys = ownKeys(owner);
    for (let index = 0; index < keys.length; index++) {
      const { value, ...how } = getOwnPropertyDescriptor(owner, keys[index]);
      const isAsync = typeof value === 'function' && getPrototypeOf(value) === asyncPrototype;
      if (isAsync) defineProperty(owner, keys[index], { ...how, value: asynchronous(value) });
    }
    return owner;
  };
  const dropped = value => {
    if (value instanceof Promise) follow(value);
    return value;
  };
  defineProperty(globalThis, '${globalName}', { value: cell });
  defineProperty(globalThis, '${trackers.asynchronous}', { value: asynchronous });
  defineProperty(globalThis, '${trackers.methods}', { value: methods });
  defineProperty(globalThis, '${trackers.dropped}', { value: dropped });
  return () => {
    let first;
    apply(forEach, failures, [error => { first ??= { error }; }]);
    return first;
  };
})`;

/** The object through which code calls the cell. */
export interface CodeCallsOffer {
  /** Name of the object in the code. */
  readonly globalName: string;
  readonly names: readonly string[];
}

const codeBlockCalls: CodeCallsOffer = {
  globalName: 'cell',
  names: ['getVariable', 'setVariable', 'getStepVariable', 'readPort', 'setOutput', 'wait', 'report'],
};

/** State of the code after a turn. */
export type CodeTurn =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

type Call = Extract<FromCode, { kind: 'call' }>;
type Answer = Exclude<ToCode, { source: string }>;

/** Code in a sandbox: it starts, calls, and continues with each answer. */
export class CodeRun {
  private readonly sandbox: Sandbox;
  private readonly send: (call: Call) => void;
  private readonly offer: CodeCallsOffer;
  private readonly open = new Map<number, QuickJSDeferredPromise>();
  private lastID = 0;
  private ending: QuickJSHandle | undefined;
  private findFailure: QuickJSHandle | undefined;

  constructor(sandbox: Sandbox, send: (call: Call) => void, offer = codeBlockCalls) {
    this.sandbox = sandbox;
    this.send = send;
    this.offer = offer;
  }

  /**
   * Runs the source as a module until it waits for its first answer.
   * @param modules sources that it may import, by name
   */
  begin(source: string, modules?: ReadonlyMap<string, string>, fileName = 'code-block.js'): CodeTurn {
    const tracked = trackPromises(source);
    if (modules !== undefined) {
      this.sandbox.runtime.setModuleLoader((name) => {
        const module = modules.get(name);
        return module === undefined ? { error: new Error(cannotImport(name)) } : trackPromises(module);
      });
    }
    return this.turn((context) => {
      this.offerCalls(context);
      const result = context.evalCode(tracked, fileName, { type: 'module' });
      if (result.error) throw new CodeError(result.error);
      this.ending = result.value;
    });
  }

  /** Continues with an answer until it waits again. */
  answer(answer: Answer): CodeTurn {
    return this.turn((context) => {
      const call = this.open.get(answer.id);
      this.open.delete(answer.id);
      if (answer.ok) toHandle(context, answer.value).consume((value) => call?.resolve(value));
      else if (call) refuse(context, call, answer.message);
    });
  }

  private turn(work: (context: QuickJSContext) => void): CodeTurn {
    const { context, allow, hasTimeLeft } = this.sandbox;
    allow(codeLimits.turnMS);
    const turn = this.attempt(context, work);
    // An interrupted promise has another state, or none.
    if (turn.kind === 'ended' || hasTimeLeft()) return turn;
    return { kind: 'failed', message: computedTooLong };
  }

  private attempt(context: QuickJSContext, work: (context: QuickJSContext) => void): CodeTurn {
    try {
      work(context);
      const jobs = this.sandbox.runtime.executePendingJobs();
      if (jobs.error) throw new CodeError(jobs.error);
      return this.where(context);
    } catch (error) {
      // Any other error comes from the interpreter: its memory is used up.
      return {
        kind: 'failed',
        message: error instanceof CodeError ? explain(this.sandbox, error.thrown) : usedTooMuchMemory,
      };
    }
  }

  private where(context: QuickJSContext): CodeTurn {
    if (this.ending === undefined) return { kind: 'ended' };
    const state = context.getPromiseState(this.ending);
    if (state.type === 'rejected') throw new CodeError(state.error);
    // A call without await is executed, too.
    if (this.open.size > 0) return { kind: 'waiting' };
    if (state.type === 'pending') return { kind: 'failed', message: waitsForNothing };
    this.throwUnseenFailure(context);
    return { kind: 'ended' };
  }

  /** Throws an unhandled failure. @throws CodeError for a failed call or async function without await. */
  private throwUnseenFailure(context: QuickJSContext): void {
    if (this.findFailure === undefined) return;
    const first = context.unwrapResult(context.callFunction(this.findFailure, context.undefined));
    if (context.typeof(first) === 'object') throw new CodeError(context.getProp(first, 'error'));
  }

  private offerCalls(context: QuickJSContext): void {
    const call = context.newFunction('call', (name, args) => this.call(context, context.getString(name), args));
    const setUp = context.unwrapResult(context.evalCode(preludeOf(this.offer), 'cell.js'));
    this.findFailure = context.unwrapResult(context.callFunction(setUp, context.undefined, call));
    setUp.dispose();
    call.dispose();
  }

  private call(context: QuickJSContext, name: string, given: QuickJSHandle): QuickJSHandle {
    const args = context.typeof(given) === 'string' ? context.getString(given) : '';
    const made = context.newPromise();
    if (this.open.size >= codeLimits.openCalls) {
      refuse(context, made, `At most ${codeLimits.openCalls} calls can be pending at once. Await them one by one`);
    } else if (args.length > codeLimits.argumentCharacters) {
      refuse(context, made, 'The arguments of a call are too long. Shorten them');
    } else {
      const id = ++this.lastID;
      this.open.set(id, made);
      this.send({ kind: 'call', id, name, args });
    }
    return made.handle;
  }
}

/** Rejects a call. The error is the interpreter's own from then on: a handle that is kept holds its memory. */
function refuse(context: QuickJSContext, call: QuickJSDeferredPromise, message: string): void {
  context.newError(message).consume((error) => call.reject(error));
}

function cannotImport(name: string): string {
  return `It imports ${name}. A package is one file, and reaches the cell through its calls only`;
}

/** An error thrown by the code, still inside the interpreter. */
class CodeError extends Error {
  readonly thrown: QuickJSHandle;
  constructor(thrown: QuickJSHandle) {
    super('the code threw');
    this.thrown = thrown;
  }
}

function toHandle(context: QuickJSContext, value: string | number | boolean | null): QuickJSHandle {
  if (typeof value === 'string') return context.newString(value);
  if (typeof value === 'number') return context.newNumber(value);
  if (value === null) return context.undefined;
  return value ? context.true : context.false;
}

function explain({ context, isOutOfMemory }: Sandbox, handle: QuickJSHandle): string {
  const thrown: unknown = context.dump(handle);
  const described = describeThrown(thrown);
  if (described === 'InternalError: interrupted') return computedTooLong;
  if (isOutOfMemory(thrown) || grownMemory.test(described)) return usedTooMuchMemory;
  const line = lineOf(thrown);
  return line === undefined ? described : `${described} (line ${line})`;
}

/** Returns the line of the block, or of the module of a package, nearest to the origin of the error. */
function lineOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return undefined;
  return /(?:code-block|package)\.js:(\d+)/.exec(String(thrown.stack))?.[1];
}
