import * as z from 'zod';

/** Control characters have no place in ids and names; half a surrogate pair is no character at all. */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;

/** A name that people read, on one line. `what` is for its messages: 'A routine needs a name'. */
export function nameSchema(what: string, longest = 200) {
  return z
    .string()
    .trim()
    .min(1, `A ${what} needs a name`)
    .max(longest, `A ${what} name has at most ${longest} characters`)
    .regex(oneLine, `A ${what} name must not contain control characters`);
}

/** Text of any number of lines, as far as a database stores it: neither U+0000 nor half a surrogate pair. */
export function textSchema(longest: number) {
  return z
    .string()
    .max(longest, `A text has at most ${longest} characters`)
    .refine(
      (text) => !text.includes('\0') && !/\p{Cs}/u.test(text),
      'A text must not contain U+0000 or broken characters',
    );
}
