import {
  type AuditEntry,
  type Clock,
  createId,
  type Door,
  droppedAction,
  type ErrorCode,
  type RobotKind,
  rest,
} from '@cellwright/domain';
import type { Subject } from '@cellwright/entities';

/** What is told of a command that the door refused, or that no owner keeps an entry of. */
export interface AuditNote {
  /** Absent when nobody was recognised. */
  readonly subject?: Pick<Subject, 'subjectID' | 'name'> | undefined;
  readonly door: Door;
  readonly action: string;
  readonly target: string;
  /** Absent: it was accepted. */
  readonly code?: ErrorCode | undefined;
  readonly robotKind?: RobotKind | undefined;
  readonly traceID?: string | undefined;
  /** Where from: of somebody who was not recognised, and of what people sign in with. */
  readonly source?: string | undefined;
}

export interface AuditQueueDeps {
  /** Resolves when the bus keeps the entry. */
  readonly publish: (entry: AuditEntry) => Promise<void>;
  readonly clock: Clock;
  readonly onDropped: (count: number) => void;
  /** Why the bus does not take an entry; told once for each outage. */
  readonly onDelayed: (error: unknown) => void;
}

/** Entries that may wait for the bus; what comes beyond is counted. */
const maxWaiting = 2000;
/** Attempts of strangers from one source, and what one subject sends too fast, become one entry in this time. */
const gatherMS = 10_000;
/** Sources that are told apart at a time; all others are one. */
const maxSources = 200;
const retryMS = 1000;

interface Gathered {
  readonly note: AuditNote;
  readonly at: Date;
  count: number;
}

/**
 * Entries on their way from the door to the audit log. It is bounded whatever comes: strangers' attempts are gathered by
 * source, and what does not fit is dropped and counted, in an entry of its own. Nobody waits for it.
 */
export class AuditQueue {
  private readonly deps: AuditQueueDeps;
  private readonly waiting: AuditEntry[] = [];
  private readonly gathered = new Map<string, Gathered>();
  private dropped = 0;
  private sending: Promise<void> | undefined;
  private cancelGather: (() => void) | undefined;
  private readonly closing = new AbortController();

  constructor(deps: AuditQueueDeps) {
    this.deps = deps;
  }

  note(note: AuditNote): void {
    if (note.subject === undefined || note.code === 'rate_limited') this.gather(note);
    else this.add(this.toEntry(note, this.deps.clock.wallNow(), 1));
  }

  /** Sends what waits, as far as the bus takes it. */
  async close(): Promise<void> {
    this.flushGathered();
    this.closing.abort();
    await this.sending;
  }

  private gather(note: AuditNote): void {
    const isKnownSource = this.gathered.has(keyOf(note)) || this.gathered.size < maxSources;
    const kept = isKnownSource
      ? note
      : { ...note, subject: undefined, source: 'elsewhere', target: '', action: 'authenticate' };
    const key = keyOf(kept);
    const earlier = this.gathered.get(key);
    if (earlier) earlier.count += 1;
    else this.gathered.set(key, { note: kept, at: this.deps.clock.wallNow(), count: 1 });
    this.cancelGather ??= this.deps.clock.schedule(gatherMS, () => this.flushGathered());
  }

  private flushGathered(): void {
    this.cancelGather?.();
    this.cancelGather = undefined;
    const all = [...this.gathered.values()];
    this.gathered.clear();
    for (const { note, at, count } of all) this.add(this.toEntry(note, at, count));
  }

  private add(entry: AuditEntry): void {
    if (this.waiting.length >= maxWaiting) {
      this.dropped += entry.count;
      this.deps.onDropped(entry.count);
      return;
    }
    this.waiting.push(entry);
    this.sending ??= this.sendAll();
  }

  private async sendAll(): Promise<void> {
    // The caller's turn ends first: nobody waits for the log.
    await undefined;
    let isDelayed = false;
    for (let next = this.waiting[0]; next; next = this.waiting[0] ?? this.takeDropped()) {
      try {
        await this.deps.publish(next);
        isDelayed = false;
        if (this.waiting[0] === next) this.waiting.shift();
      } catch (error) {
        if (!isDelayed) this.deps.onDelayed(error);
        isDelayed = true;
        if (this.closing.signal.aborted) break;
        await rest(this.deps.clock, retryMS, this.closing.signal);
      }
    }
    this.sending = undefined;
  }

  /** The entry that says how many there was no room for, when the others are away. */
  private takeDropped(): AuditEntry | undefined {
    if (this.dropped === 0) return undefined;
    const note: AuditNote = { door: 'cell', action: droppedAction, target: 'gateway', code: 'rate_limited' };
    const entry = this.toEntry(note, this.deps.clock.wallNow(), this.dropped);
    this.dropped = 0;
    this.waiting.push(entry);
    return entry;
  }

  private toEntry(note: AuditNote, at: Date, count: number): AuditEntry {
    const { subject, door, action, target, code, robotKind, traceID, source } = note;
    return {
      id: createId('audit'),
      at: at.toISOString(),
      subject: { id: (subject?.subjectID ?? '').slice(0, 128), name: (subject?.name ?? '').slice(0, 200) },
      door,
      action: action.slice(0, 200),
      target: (source === undefined ? target : `${target} from ${source}`).slice(0, 300),
      outcome: code === undefined ? 'accepted' : 'refused',
      code: code ?? null,
      robotKind: robotKind ?? null,
      traceID: traceID ?? null,
      contentHash: null,
      count,
    };
  }
}

function keyOf({ subject, source, code, door }: AuditNote): string {
  return `${subject?.subjectID ?? source} ${code} ${door}`;
}
