import { ProductError } from '@cellwright/domain/basics';
import { boardNoteSchema } from '@cellwright/domain/cell';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import type { CellThings } from '../cell-things.ts';
import type { RobotCall } from '../robot-line.ts';
import type { Resolvers } from './answer-query.ts';
import type { ReportLogs } from './report-logs.ts';
import type { ReportOutbox } from './report-outbox.ts';

const maxPageSize = 100;
const loadArgs = z.object({
  boardSerialNumber: z.string().min(1).max(128),
  limit: z.number().int().min(1).max(maxPageSize).default(20),
  offset: z.number().int().min(0).default(0),
});
/** Text of a note, bare or in the form of a returned note. */
const contentSchema = z.union([
  z.object({ user_content: boardNoteSchema.shape.content }).transform(({ user_content: text }) => text),
  boardNoteSchema.shape.content,
]);
const createArgs = boardNoteSchema.omit({ id: true }).extend({ content: contentSchema });
const deleteArgs = z.object({ id: z.string().min(1).max(128) });
const reportArgs = z.object({ input: z.record(z.string(), z.unknown()) });
/** Serial numbers of earlier releases may have control characters. */
const storedNoteSchema = boardNoteSchema.extend({ ...stampsSchema.shape, boardId: z.string() });

export interface ResolverParts {
  readonly things: CellThings;
  readonly logs: ReportLogs;
  readonly outbox: ReportOutbox;
}

/** Returns the operations of this API, each by the name of its operation and by its usual field name. */
export function resolversOf({ things, logs, outbox }: ResolverParts, call: RobotCall): Resolvers {
  const load = async (args: unknown) => {
    const { boardSerialNumber, limit, offset } = read(loadArgs, args);
    const where = { boardId: [boardSerialNumber] };
    const found = await things.page(call, 'boardNotes', { limit, offset, where });
    return found.map(noteOf);
  };
  const create = async (args: unknown) => noteOf(await things.create(call, 'boardNotes', read(createArgs, args)));
  const remove = async (args: unknown) => {
    const { id } = read(deleteArgs, args);
    await things.remove(call, 'boardNotes', id);
    return { success: true, id };
  };
  const report = async (args: unknown) => {
    const { input } = read(reportArgs, args);
    try {
      const id = await outbox.keep(call, { report: input, logs: await logs.gather(call) });
      return { success: true, error: null, taskUrl: `/api/v1/cell/bug-reports/${id}` };
    } catch (error) {
      if (error instanceof ProductError) return { success: false, error: error.message, taskUrl: null };
      throw error;
    }
  };
  return {
    query: { LoadBoardNotes: load, loadBoardNotes: load, boardNotes: load },
    mutation: {
      CreateBoardNote: create,
      createBoardNote: create,
      DeleteBoardNote: remove,
      deleteBoardNote: remove,
      reportBug: report,
    },
  };
}

function noteOf(document: unknown) {
  const { id, boardId, content, visibility, category, createdAt, ...stamps } = storedNoteSchema.parse(document);
  const author = { id: stamps.updatedByID, name: stamps.updatedByName };
  return { id, boardId, created: createdAt, content: { user_content: content }, visibility, category, author };
}

function read<T>(schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProductError('request_failed_validation', `${issue?.path.join('.')}: ${issue?.message}`);
}
