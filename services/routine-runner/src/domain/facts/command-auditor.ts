import { createHash } from 'node:crypto';
import { type Clock, createId, type ErrorCode, startOfText } from '@cellwright/domain/basics';
import { type AuditEntry, type Door, isAuditedMessage } from '@cellwright/domain/cell';
import type { RobotKind } from '@cellwright/domain/robot';
import { busSubjects } from '@cellwright/service-kit';
import { type Answer, accepted } from '../answer.ts';
import type { Caller } from '../core/caller.ts';
import type { FactOutbox } from './fact-outbox.ts';

/** Messages that stop motion or release control: they never wait for the log. */
const onlyCalms: ReadonlySet<string> = new Set([
  'stop',
  'emergencyStop',
  'pauseRoutine',
  'stopAfterCycle',
  'cancelCountdown',
  'stopJog',
  'stopAntigravity',
  'releaseControl',
]);

/**
 * Maximum number of remembered motions whose start is in the log; their further messages belong to the same command.
 */
const maxMotions = 200;

/** Time in which further moves of an obstacle by the same client belong to the command that is in the log, ms. */
const moveLogsForMS = 10_000;

/** A command for the audit log. */
export interface AuditedCommand {
  readonly caller: Caller;
  readonly kind: string;
  readonly payload: unknown;
}

/** True if a command stops motion or releases control. */
export function isCalming({ kind, payload }: Pick<AuditedCommand, 'kind' | 'payload'>): boolean {
  return onlyCalms.has(kind) || (kind === 'setBrakes' && readField(payload, 'state') === 'engaged');
}

/** Audit of the commands of a robot session. */
export interface CommandAudit {
  /** Decides whether a command may be executed: at once, or after its entry is stored. */
  admit(command: AuditedCommand): Answer | Promise<Answer>;
  /** Records a command that was refused, before or after it was admitted. */
  noteRefused(command: AuditedCommand, code: ErrorCode): void;
  /** Records a stop that came by its own call. */
  noteStop(caller: Caller, isEmergency: boolean): void;
}

/** Writes the commands of one robot to the audit log: first, if the command can wait; after a stop, never before it. */
export class CommandAuditor implements CommandAudit {
  private readonly facts: Pick<FactOutbox, 'note' | 'keepFirst'>;
  private readonly clock: Clock;
  private readonly robotKind: RobotKind;
  private readonly currentTraceID: () => string | undefined;
  private readonly motions = new Map<
    string,
    { readonly admission: Answer | Promise<Answer>; readonly until: number }
  >();

  constructor(
    facts: Pick<FactOutbox, 'note' | 'keepFirst'>,
    clock: Clock,
    robotKind: RobotKind,
    currentTraceID: () => string | undefined,
  ) {
    this.facts = facts;
    this.clock = clock;
    this.robotKind = robotKind;
    this.currentTraceID = currentTraceID;
  }

  admit(command: AuditedCommand): Answer | Promise<Answer> {
    const { kind } = command;
    if (!isAuditedMessage(kind)) return accepted;
    if (isCalming(command)) {
      this.facts.note(this.toFact(command, undefined));
      return accepted;
    }
    if (kind === 'jog') return this.admitMotion(command, 'commandID', Infinity);
    if (kind === 'moveObstacle') return this.admitMotion(command, 'name', moveLogsForMS);
    return this.facts.keepFirst(this.toFact(command, undefined));
  }

  noteRefused(command: AuditedCommand, code: ErrorCode): void {
    if (isAuditedMessage(command.kind)) this.facts.note(this.toFact(command, code));
  }

  noteStop(caller: Caller, isEmergency: boolean): void {
    this.facts.note(this.toFact({ caller, kind: isEmergency ? 'emergencyStop' : 'stop', payload: null }, undefined));
  }

  /**
   * Admits a jog or the move of an obstacle, which continues while its messages arrive, many a second: the first one is
   * the command.
   */
  private admitMotion(command: AuditedCommand, field: string, validMS: number): Answer | Promise<Answer> {
    const { caller, kind, payload } = command;
    const key = `${kind} ${caller.subjectID} ${caller.sessionID} ${String(readField(payload, field))}`;
    const until = this.clock.now() + validMS;
    const known = this.motions.get(key);
    if (known && this.clock.now() < known.until) return known.admission;
    const admission = this.facts.keepFirst(this.toFact(command, undefined)).then((kept) => {
      if (kept.ok) this.motions.set(key, { admission: accepted, until });
      else this.motions.delete(key);
      return kept;
    });
    this.motions.set(key, { admission, until });
    const [oldest] = this.motions.keys();
    if (this.motions.size > maxMotions && oldest !== undefined) this.motions.delete(oldest);
    return admission;
  }

  private toFact({ caller, kind, payload }: AuditedCommand, code: ErrorCode | undefined) {
    const id = createId('audit');
    const door: Door = caller.door ?? 'socket';
    const entry: AuditEntry = {
      id,
      at: this.clock.wallNow().toISOString(),
      subject: { id: caller.subjectID ?? '', name: startOfText(caller.name, 200) },
      door,
      action: startOfText(`runner.${kind}`, 200),
      target: `robots/${this.robotKind}`,
      outcome: code === undefined ? 'accepted' : 'refused',
      code: code ?? null,
      robotKind: this.robotKind,
      traceID: this.currentTraceID() ?? null,
      contentHash: createHash('sha256')
        .update(JSON.stringify(payload ?? null))
        .digest('hex'),
      count: 1,
    };
    return { messageID: id, subject: busSubjects.auditEntry.subject, payload: entry };
  }
}

function readField(payload: unknown, name: string): unknown {
  return typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
}
