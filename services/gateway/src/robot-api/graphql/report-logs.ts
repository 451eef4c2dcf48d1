import type { listJournal } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { type RobotLog, robotLogSchema } from '@cellwright/domain/cell';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { JournalEntry } from '@cellwright/domain/run';
import * as z from 'zod';
import type { CellThings } from '../cell-things.ts';
import type { RobotCall, RobotLine } from '../robot-line.ts';

export type JournalPage = z.output<typeof listJournal.output>;
export type ListJournal = (query: z.output<typeof listJournal.input>) => Promise<JournalPage>;

/** Maximum of journal entries of a run in a report: those that led to its end. */
const maxJournalEntries = 200;
/** Maximum length of one robot's journal in a report, characters of JSON: details of an entry may be long. */
const maxTextLength = 300_000;
const runSchema = z.object({ id: z.string() });

/** Logs for a bug report: the recent activity of each robot. */
export class ReportLogs {
  private readonly parts: { line: RobotLine; things: CellThings; listJournal: ListJournal };

  constructor(parts: { line: RobotLine; things: CellThings; listJournal: ListJournal }) {
    this.parts = parts;
  }

  /** Never throws: a report without a log contains the reason. */
  async gather(call: RobotCall): Promise<RobotLog[]> {
    return Promise.all(robotKindSchema.options.map((robotKind) => this.describe({ ...call, robotKind })));
  }

  private async describe(call: RobotCall): Promise<RobotLog> {
    const { robotKind } = call;
    const state = this.stateOf(robotKind);
    try {
      return { robotKind, state, journal: await this.endOfNewestRun(call) };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      return { robotKind, state, journal: [], problem: error.message };
    }
  }

  private stateOf(robotKind: RobotKind): RobotLog['state'] {
    try {
      return robotLogSchema.shape.state.parse(this.parts.line.state(robotKind));
    } catch (error) {
      if (error instanceof ProductError) return null;
      throw error;
    }
  }

  private async endOfNewestRun(call: RobotCall): Promise<JournalEntry[]> {
    const { things, listJournal } = this.parts;
    const where = { robotKind: [call.robotKind] };
    const [run] = z.array(runSchema).parse(await things.page(call, 'runs', { limit: 1, offset: 0, where }));
    if (!run) return [];
    const { newest } = await listJournal({ id: run.id, after: 0, limit: 1 });
    const after = Math.max(0, newest - maxJournalEntries);
    const { items } = await listJournal({ id: run.id, after, limit: maxJournalEntries });
    return lastThatFit(items);
  }
}

function lastThatFit(entries: readonly JournalEntry[]): JournalEntry[] {
  let left = maxTextLength;
  const fitting: JournalEntry[] = [];
  for (const entry of entries.toReversed()) {
    left -= JSON.stringify(entry).length;
    if (left < 0) break;
    fitting.unshift(entry);
  }
  return fitting;
}
