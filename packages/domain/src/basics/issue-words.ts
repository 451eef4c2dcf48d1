import * as z from 'zod';
import { startOfText } from './start-of-text.ts';

/**
 * Replaces zod's messages for programmers with messages for the author of the document. A schema's own message has
 * priority.
 */
z.config({ customError: describeIssue });

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  tuple: 'a list',
  set: 'a list',
  date: 'a time',
  null: 'empty',
  never: 'left out',
};
/** Maximum number of choices in a message. */
const maxListedChoices = 20;

/** Describes invalid input in one sentence; undefined for an issue with its schema's own message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'This is missing';
    const noun = nouns[issue.expected];
    return noun === undefined ? 'This has the wrong type' : `This must be ${noun}`;
  }
  if (issue.code === 'unrecognized_keys') return describeUnknownFields(issue.keys);
  if (issue.code === 'too_small') return describeLimit('at least', 'more than', issue.minimum, issue);
  if (issue.code === 'too_big') return describeLimit('at most', 'less than', issue.maximum, issue);
  return describeOther(issue);
}

function describeOther(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return describeChoices(issue.values);
    case 'invalid_format':
      return 'This format is not allowed here';
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return describeKinds(issue) ?? describeUnion(issue.errors ?? []);
    case 'invalid_key':
    case 'invalid_element':
      return 'This entry is not allowed here';
    default:
      return undefined;
  }
}

/** Lists the kinds of a union whose members are distinguished by one field, if the value names none of them. */
function describeKinds(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const { discriminator, inst } = issue;
  if (typeof discriminator !== 'string' || inst === undefined || !('propValues' in inst._zod)) return undefined;
  const kinds = inst._zod.propValues?.[discriminator];
  return kinds && describeChoices([...kinds]);
}

function describeUnknownFields(keys: readonly string[]): string {
  const names = keys.map((key) => `'${startOfText(key, 100)}'`);
  return `There is no field ${names.slice(0, 5).join(', ')} here. Correct its name or remove it`;
}

/** Names the unknown fields if the value would match one of the formats without them: the one that matches deepest. */
function describeUnion(options: readonly (readonly z.core.$ZodIssue[])[]): string {
  let found: { readonly keys: readonly string[]; readonly depth: number } | undefined;
  for (const issues of options) {
    const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []));
    if (unknown.length === 0 || unknown.length < issues.length) continue;
    const depth = Math.max(...unknown.map(({ path }) => path.length));
    if (found === undefined || depth > found.depth) found = { keys: unknown.flatMap(({ keys }) => keys), depth };
  }
  return found ? describeUnknownFields(found.keys) : 'This matches none of the allowed formats';
}

function describeChoices(values: readonly unknown[]): string {
  const listed = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  if (listed.length === 1) return `This must be ${listed[0]}`;
  const shown = listed.slice(0, maxListedChoices).join(', ');
  return `This must be one of ${shown}${listed.length > maxListedChoices ? '…' : ''}`;
}

function describeLimit(
  inclusive: string,
  exclusive: string,
  limit: number | bigint,
  issue: { readonly origin: string; readonly inclusive?: boolean },
): string | undefined {
  const amount = `${issue.inclusive === false ? exclusive : inclusive} ${limit}`;
  if (issue.origin === 'number' || issue.origin === 'int') return `This must be ${amount}`;
  if (issue.origin === 'string') {
    return inclusive === 'at least' && limit === 1 ? 'This must not be empty' : `This must have ${amount} characters`;
  }
  if (issue.origin === 'array' || issue.origin === 'set') return `This must have ${amount} entries`;
  return `This must be ${amount}`;
}
