import { ProductError, refuseUnknownFields } from '@cellwright/domain/basics';
import { type StackQuestion, stackQuestionSchema } from '@cellwright/domain/pallet';
import { problemsOf } from '@cellwright/domain/routine';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';

const strictSchema = refuseUnknownFields(stackQuestionSchema);
const sentSchema = z.looseObject({ spaceItems: z.array(z.looseObject({})) });

/** Reads a question about a stack. Stored items may have their stamps. @throws ProductError request_failed_validation */
export function readStackQuestion(bytes: Uint8Array): StackQuestion {
  const read = strictSchema.safeParse(withoutStamps(readJson(bytes)));
  if (read.success) return read.data;
  throw new ProductError('request_failed_validation', 'The item is not a stack of pallet boxes', {
    problems: problemsOf(read.error),
  });
}

function withoutStamps(question: unknown): unknown {
  const { data } = sentSchema.safeParse(question);
  if (!data) return question;
  const isField = ([name]: [string, unknown]) => !Object.hasOwn(stampsSchema.shape, name);
  const spaceItems = data.spaceItems.map((item) => Object.fromEntries(Object.entries(item).filter(isField)));
  return { ...data, spaceItems };
}

/** Undefined for what is not JSON. */
function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
