import { ProductError } from '@cellwright/domain/basics';
import { cellMessages } from './cell-messages.ts';
import { errorCodes } from './error-codes.ts';

const exact = new Map(Object.entries(cellMessages).filter(([english]) => !english.includes('{')));
const patterns = Object.entries(cellMessages)
  .filter(([english]) => english.includes('{'))
  .map(([english, german]) => [patternOf(english), german] as const);

/** Returns an expression that matches a message and captures the parts that vary, by their index. */
function patternOf(english: string): RegExp {
  const escaped = english.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{(\d)\}/g, '(?<p$1>.+?)')}$`, 's');
}

function describeMessage(message: string): string | undefined {
  const known = exact.get(message);
  if (known !== undefined) return known;
  for (const [pattern, german] of patterns) {
    const parts = pattern.exec(message)?.groups;
    if (parts) return german.replaceAll(/\{(\d)\}/g, (_, index: string) => translateMessage(parts[`p${index}`] ?? ''));
  }
  // Most messages end without a full stop, and have one where a sentence follows.
  if (message.endsWith('.')) return withStop(describeMessage(message.slice(0, -1)));
  return describeSource(message) ?? describeSentences(message);
}

/** Translates "Step 1.2: …", "'2FG7': …" and a failure with its reason. Without a translation, a reason stays English. */
function describeSource(message: string): string | undefined {
  const [, source = '', text] = /^('[^']+'|[^:]+): (.+)$/s.exec(message) ?? [];
  if (text === undefined) return undefined;
  const failure = exact.get(source);
  const german = describeMessage(text);
  if (failure !== undefined) return `${failure}: ${german ?? text}`;
  const named = /^Step [\d.]+$/.test(source) ? source.replace('Step', 'Schritt') : /^'(.+)'$/.exec(source)?.[1];
  if (named === undefined || german === undefined) return undefined;
  return source.startsWith("'") ? `„${named}“: ${german}` : `${named}: ${german}`;
}

/** Translates a message that ends with another one. Without a translation, its start stays English. */
function describeSentences(message: string): string | undefined {
  for (const [english, german] of exact) {
    if (message.endsWith(`. ${english}`))
      return `${translateMessage(message.slice(0, -english.length - 2))}. ${german}`;
  }
  return undefined;
}

const withStop = (text: string | undefined) => (text === undefined ? undefined : `${text}.`);

/** Translates the message of an error; without a translation, the German sentence of its code precedes it. */
export function translateError(error: unknown): unknown {
  // A translated error has its original as the cause.
  if (!(error instanceof ProductError) || error.cause instanceof ProductError) return error;
  const { code, message, details } = error;
  const text = describeMessage(message) ?? `${errorCodes[code]} (${message})`;
  return new ProductError(code, text, details, { cause: error });
}

/** Translates a message; returns it unchanged if it has no translation. */
export function translateMessage(message: string): string {
  return describeMessage(message) ?? message;
}
