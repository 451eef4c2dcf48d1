import { ProductError } from '@cellwright/domain/basics';
import { type HelperProcess, startHelperProcess } from '@cellwright/service-kit';
import type { ClientReads } from './client-reads.ts';
import { type ReadName, type ReadReply, type ToReads, toError } from './read-messages.ts';

/** A process without clients is ended to free memory for the cell. */
const idleMS = 30_000;
const flags = ['--max-old-space-size=128', '--max-semi-space-size=2'];
/** Reads that may wait for an answer; each client waits for its own. */
const maxWaiting = 200;

export interface ReadsInProcess extends ClientReads {
  close(): Promise<void>;
}

/**
 * Reads for clients in a process of their own: threads of the process that drives the arms share its real-time priority when
 * they collect memory. It starts with the first read.
 */
export function createReadsInProcess(databaseUrl: string): ReadsInProcess {
  const reader = new Reader(databaseUrl);
  return {
    findRuns: (...args) => reader.read('findRuns', args),
    getRun: (...args) => reader.read('getRun', args),
    findRun: (...args) => reader.read('findRun', args),
    listEntries: (...args) => reader.read('listEntries', args),
    listRecording: (...args) => reader.read('listRecording', args),
    async readRecording(...args) {
      const content = await reader.read('readRecording', args);
      // A buffer arrives as plain bytes.
      return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    },
    close: () => reader.end(),
  };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

class Reader {
  private readonly databaseUrl: string;
  private readonly waiting = new Map<number, Waiting>();
  private child: HelperProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private lastID = 0;

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  /** @throws ProductError unavailable when the process is lost, and what the read throws */
  read<Name extends ReadName>(name: Name, args: Parameters<ClientReads[Name]>): ReturnType<ClientReads[Name]> {
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.waiting.size >= maxWaiting) return reject(new ProductError('unavailable', isBusy));
      clearTimeout(this.idle);
      this.child ??= this.start();
      const id = ++this.lastID;
      this.waiting.set(id, { resolve, reject });
      this.tell(this.child, { id, name, args });
    });
    // Sound: the process answers each read with the result of that read.
    return answer as ReturnType<ClientReads[Name]>;
  }

  async end(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.lose(child);
    child.kill('SIGKILL');
    await ended;
  }

  private start(): HelperProcess {
    const child = startHelperProcess(import.meta.url, './reads-process.ts', flags);
    child.unref();
    child.channel?.unref();
    child.on('message', (reply: ReadReply) => this.take(reply));
    child.once('error', () => this.lose(child));
    child.once('exit', () => this.lose(child));
    this.tell(child, { databaseUrl: this.databaseUrl });
    return child;
  }

  private tell(child: HelperProcess, message: ToReads): void {
    child.send(message, (error) => error && this.lose(child));
  }

  private take(reply: ReadReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply.result);
    else waiting?.reject(toError(reply.failure));
    if (this.waiting.size > 0) return;
    this.idle = setTimeout(() => void this.end(), idleMS);
    this.idle.unref();
  }

  private lose(lost: HelperProcess): void {
    if (this.child !== lost) return;
    clearTimeout(this.idle);
    this.child = undefined;
    for (const { reject } of this.waiting.values()) reject(new ProductError('unavailable', isLost));
    this.waiting.clear();
  }
}

const isBusy = 'Too many runs and journals are being read. Try again in a moment';
const isLost = 'Reading runs was interrupted. Try again';
