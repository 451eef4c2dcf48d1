import { type Clock, createId, type ErrorCode, rest, startOfText } from '@cellwright/domain/basics';
import { type AuditEntry, type Door, droppedAction } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import type { Subject } from '@cellwright/entities';

/** Entry about a command that the gateway refused, or that no owner records. */
export interface AuditNote {
  /** Absent for an unknown caller. */
  readonly subject?: Pick<Subject, 'subjectID' | 'name'> | undefined;
  readonly door: Door;
  readonly action: string;
  readonly target: string;
  /** Absent if the command was accepted. */
  readonly code?: ErrorCode | undefined;
  readonly robotKind?: RobotKind | undefined;
  readonly traceID?: string | undefined;
  /** Address of an unknown caller, and of sign-in attempts. */
  readonly source?: string | undefined;
}

export interface AuditQueueDeps {
  /** Resolves when the bus has stored the entry. */
  readonly publish: (entry: AuditEntry) => Promise<void>;
  readonly clock: Clock;
  readonly onDropped: (count: number) => void;
  /** Called once per outage with why the bus does not accept an entry. */
  readonly onDelayed: (error: unknown) => void;
}

/** Maximum of entries that wait for the bus; further ones are only counted. */
const maxWaiting = 2000;
/**
 * Time within which attempts of unknown callers from one source, and excess entries of one subject, are combined, ms.
 */
const gatherMS = 10_000;
/** Maximum of sources that are tracked separately; all others count as one. */
const maxSources = 200;
const retryMS = 1000;

interface Gathered {
  readonly note: AuditNote;
  readonly at: Date;
  count: number;
}

/**
 * Queue from the gateway to the audit log. It is bounded under any load: attempts of unknown callers are combined by
 * source, and excess entries are dropped and counted in a separate entry. No request waits for it.
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

  /** Sends the remaining entries, as far as the bus accepts them. */
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
    // The caller continues first: no request waits for the log.
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

  /** Returns the entry with the number of dropped ones, when the others are sent. */
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
      subject: { id: startOfText(subject?.subjectID ?? '', 128), name: startOfText(subject?.name ?? '', 200) },
      door,
      action: startOfText(action, 200),
      target: startOfText(source === undefined ? target : `${target} from ${source}`, 300),
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
