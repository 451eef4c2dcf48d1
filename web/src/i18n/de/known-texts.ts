import { findSource, type MessageCatalogue, type MessageSource } from '@cellwright/domain/basics';
import {
  accessMessages,
  deviceMessages,
  doorMessages,
  messages,
  mountMessages,
  robotMessages,
  runMessages,
  spaceMessages,
  storeMessages,
} from '@cellwright/domain/messages';

/** Messages that documents carry as a text alone: reasons of failures, states of devices. */
const catalogues: readonly MessageCatalogue[] = [
  accessMessages,
  deviceMessages,
  doorMessages,
  messages,
  mountMessages,
  robotMessages,
  runMessages,
  spaceMessages,
  storeMessages,
];

interface Pattern {
  readonly pattern: RegExp;
  readonly messageId: string;
  /** Number of characters that do not vary. */
  readonly fixedLength: number;
}

/** Fewer fixed characters do not identify a message. */
const minFixedLength = 8;
const maxParts = 5;
/** Stands for a part that varies; no text of the product has these characters. */
const mark = (index: number) => `\u{E000}${index}\u{E001}`;
const marks = Array.from({ length: maxParts }, (_, index) => mark(index));
const anyMark = /\u{E000}(\d)\u{E001}/gu;

let patterns: readonly Pattern[] | undefined;

/** Returns the message and the parts of a text that came without them; undefined if no message is like that. */
export function findKnownText(text: string): MessageSource | undefined {
  const made = findSource(text);
  if (made) return made;
  patterns ??= catalogues.flatMap(readPatterns).toSorted((one, other) => other.fixedLength - one.fixedLength);
  for (const { pattern, messageId } of patterns) {
    const parts = pattern.exec(text)?.groups;
    if (parts) return { messageId, parameters: marks.map((_, index) => parts[`p${index}`]) };
  }
  return undefined;
}

/** Makes each message of a catalogue with marks as its parts, and returns the patterns of these texts. */
function readPatterns(catalogue: MessageCatalogue): Pattern[] {
  return Object.values(catalogue).flatMap((message) => {
    if (typeof message === 'string') return [];
    const text = makeWithMarks(message);
    const messageId = text === undefined ? undefined : findSource(text)?.messageId;
    if (text === undefined || messageId === undefined) return [];
    const fixedLength = text.replaceAll(anyMark, '').length;
    return fixedLength < minFixedLength ? [] : [{ pattern: patternOf(text), messageId, fixedLength }];
  });
}

/** Undefined for a message whose parts are not texts. */
function makeWithMarks(message: object): string | undefined {
  if (typeof message !== 'function') return undefined;
  try {
    const text: unknown = Reflect.apply(message, undefined, marks);
    return typeof text === 'string' && text.includes(mark(0)) ? text : undefined;
  } catch {
    return undefined;
  }
}

function patternOf(text: string): RegExp {
  const seen = new Set<string>();
  const escaped = text.replaceAll(/[.*+?^$(){}[\]\\|]/g, '\\$&');
  const source = escaped.replaceAll(anyMark, (_, index: string) => {
    if (seen.has(index)) return `\\k<p${index}>`;
    seen.add(index);
    return `(?<p${index}>.+?)`;
  });
  return new RegExp(`^${source}$`, 's');
}
