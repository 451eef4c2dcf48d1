import * as z from 'zod';
// Messages for invalid input: a bundler drops an import that only index.ts has.
import './issue-words.ts';

/** Ids and names contain no control characters; half a surrogate pair is not a character. */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;

/** Returns the schema of a one-line name for users. `what` is for its messages: 'A routine needs a name'. */
export function nameSchema(what: string, longest = 200) {
  return z
    .string()
    .trim()
    .min(1, `A ${what} needs a name`)
    .max(longest, `A ${what} name has at most ${longest} characters`)
    .regex(oneLine, `A ${what} name must not contain control characters`);
}

/**
 * Returns the schema of a text with any number of lines that a database can store: neither U+0000 nor half a surrogate
 * pair.
 */
export function textSchema(longest: number) {
  return z
    .string()
    .max(longest, `A text has at most ${longest} characters`)
    .refine((text) => !isBroken(text), 'A text must not contain U+0000 or broken characters');
}

/** True if a database or a client could not store the text unchanged. */
export function isBroken(text: string): boolean {
  return text.includes('\0') || /\p{Cs}/u.test(text);
}

/** Joiners and blanks that a script or an emoji needs: they change the appearance of the adjacent characters. */
const neededJoiners = [
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[#*0-9])\ufe0f(?=\u20e3)/gu,
  /(?<=[\u2801-\u28ff])\u2800+(?=[\u2801-\u28ff])/gu,
  /(?<=\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Mongolian}|\p{M})[\u200c\u200d](?=\p{L})/gu,
];
/** Besides: the blank pattern of Braille, and marks of annotations. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Returns the first invisible character of a text as 'U+202E'; undefined if all are visible. */
export function findHiddenCharacter(text: string): string | undefined {
  if (!hidden.test(text)) return undefined;
  const seen = neededJoiners.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text);
  return nameOf(hidden.exec(seen)?.[0]);
}

/** Returns the first control character or line break of a text as 'U+2028'; undefined if it has none. */
export function findLineCharacter(text: string): string | undefined {
  return nameOf(/[\p{Cc}\p{Zl}\p{Zp}]/u.exec(text)?.[0]);
}

function nameOf(character: string | undefined): string | undefined {
  const code = character?.codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * True if a character of a text changes the order in which its neighbours are displayed: a description or source would
 * read differently from what it says. Marks of right-to-left scripts are allowed.
 */
export function hasReordering(text: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/.test(text);
}

/** True for '.' and '..': every client and proxy removes them from an address, also when they are encoded. */
export function isUnaddressable(text: string): boolean {
  return text === '.' || text === '..';
}

/** Returns why a database or a client could not store a text; undefined if it could, or for other values. */
export function explainBroken(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'a text with the character NUL';
  return /\p{Cs}/u.test(value) ? 'a text with half a character (a lone surrogate)' : undefined;
}

/** Returns the reason why a text cannot be stored or displayed unchanged, as a noun phrase; undefined if it can. */
export function explainText(text: string): string | undefined {
  const broken = explainBroken(text);
  if (broken !== undefined) return broken;
  const character = findHiddenCharacter(text);
  return character && `a text with the invisible character ${character}. Remove it`;
}
