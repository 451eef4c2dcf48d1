import * as z from 'zod';

/** What zod says by itself is for programmers; these words are for the author of the document. A schema's own message wins. */
z.config({ customError: describeIssue });

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** One sentence on wrong input; undefined where zod's own words do. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'This is missing';
    const noun = nouns[issue.expected];
    return noun && `This must be ${noun}`;
  }
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => `'${key.slice(0, 100)}'`);
    return `There is no field ${names.slice(0, 5).join(', ')} here. Correct its name or leave it out`;
  }
  if (issue.code === 'too_small') return describeLimit('at least', 'more than', issue.minimum, issue);
  if (issue.code === 'too_big') return describeLimit('at most', 'less than', issue.maximum, issue);
  return undefined;
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
  if (issue.origin === 'array') return `This must have ${amount} entries`;
  return undefined;
}
