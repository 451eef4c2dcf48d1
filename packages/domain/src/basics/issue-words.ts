import * as z from 'zod';
import { defineMessages } from './message-sources.ts';
import { startOfText } from './start-of-text.ts';

/**
 * Replaces zod's messages for programmers with messages for the author of the document. A schema's own message has
 * priority.
 */
z.config({ customError: describeIssue });

/** Messages about a value with the wrong type or size. */
export const valueMessages = defineMessages('value', {
  missing: 'This is missing',
  wrongType: 'This has the wrong type',
  text: 'This must be a text',
  number: 'This must be a number',
  wholeNumber: 'This must be a whole number',
  truth: 'This must be true or false',
  list: 'This must be a list',
  object: 'This must be an object',
  time: 'This must be a time',
  empty: 'This must be empty',
  leftOut: 'This must be left out',
  wrongFormat: 'This format is not allowed here',
  wrongEntry: 'This entry is not allowed here',
  noFormatMatches: 'This matches none of the allowed formats',
  notEmpty: 'This must not be empty',
  multiple: (divisor: number | bigint) => `This must be a multiple of ${divisor}`,
  unknownField: (name: string, near: string) => `There is no field '${name}' here. Did you mean '${near}'?`,
  unknownFields: (names: string) => `There is no field ${names} here. Correct its name or remove it`,
  mustBe: (value: string) => `This must be ${value}`,
  mustBeOneOf: (values: string) => `This must be one of ${values}`,
  amount: (bound: string, limit: number | bigint) => `This must be ${bound} ${limit}`,
  characters: (bound: string, limit: number | bigint) => `This must have ${bound} ${limit} characters`,
  entries: (bound: string, limit: number | bigint) => `This must have ${bound} ${limit} entries`,
  atLeast: 'at least',
  moreThan: 'more than',
  atMost: 'at most',
  lessThan: 'less than',
});

const typeMessages: Readonly<Record<string, string>> = {
  string: valueMessages.text,
  number: valueMessages.number,
  int: valueMessages.wholeNumber,
  boolean: valueMessages.truth,
  array: valueMessages.list,
  object: valueMessages.object,
  record: valueMessages.object,
  map: valueMessages.object,
  tuple: valueMessages.list,
  set: valueMessages.list,
  date: valueMessages.time,
  null: valueMessages.empty,
  never: valueMessages.leftOut,
};
/** Maximum number of choices in a message. */
const maxListedChoices = 20;

/** Describes invalid input in one sentence; undefined for an issue with its schema's own message. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? valueMessages.missing
      : (typeMessages[issue.expected] ?? valueMessages.wrongType);
  }
  if (issue.code === 'unrecognized_keys') return describeUnknownFields(issue.keys);
  if (issue.code === 'too_small')
    return describeLimit(
      issue.inclusive === false ? valueMessages.moreThan : valueMessages.atLeast,
      issue.minimum,
      issue,
    );
  if (issue.code === 'too_big')
    return describeLimit(
      issue.inclusive === false ? valueMessages.lessThan : valueMessages.atMost,
      issue.maximum,
      issue,
    );
  return describeOther(issue);
}

function describeOther(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return describeChoices(issue.values);
    case 'invalid_format':
      return valueMessages.wrongFormat;
    case 'not_multiple_of':
      return valueMessages.multiple(issue.divisor);
    case 'invalid_union':
      return describeKinds(issue) ?? describeUnion(issue.errors ?? []);
    case 'invalid_key':
    case 'invalid_element':
      return valueMessages.wrongEntry;
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
  return valueMessages.unknownFields(names.slice(0, 5).join(', '));
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
  return found ? describeUnknownFields(found.keys) : valueMessages.noFormatMatches;
}

function describeChoices(values: readonly unknown[]): string {
  const listed = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const [only = '', ...others] = listed;
  if (others.length === 0) return valueMessages.mustBe(only);
  const shown = listed.slice(0, maxListedChoices).join(', ');
  return valueMessages.mustBeOneOf(`${shown}${listed.length > maxListedChoices ? '…' : ''}`);
}

function describeLimit(bound: string, limit: number | bigint, { origin }: { readonly origin: string }): string {
  if (origin === 'string' && bound === valueMessages.atLeast && limit === 1) return valueMessages.notEmpty;
  if (origin === 'string') return valueMessages.characters(bound, limit);
  if (origin === 'array' || origin === 'set') return valueMessages.entries(bound, limit);
  return valueMessages.amount(bound, limit);
}
