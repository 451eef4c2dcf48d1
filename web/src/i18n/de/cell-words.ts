import { type MessageSource, messageSourceSchema, ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import type { SourcedMessage } from '../sourced-message.ts';
import { errorCodes } from './error-codes.ts';
import { findKnownText } from './known-texts.ts';
import { germanMessages } from './messages/index.ts';

const numbers = new Intl.NumberFormat('de', { maximumFractionDigits: 9, useGrouping: false });
const sourcedSchema = z.looseObject({ message: z.string(), ...messageSourceSchema.shape });
const problemsSchema = z.looseObject({ problems: z.array(sourcedSchema) });

/** Translates a message by its id; without one, finds the message of the text. Returns an unknown text unchanged. */
export function translateMessage(message: string | SourcedMessage): string {
  return (typeof message === 'string' ? describeText(message) : describeMessage(message)) ?? textOf(message);
}

const textOf = (message: string | SourcedMessage) => (typeof message === 'string' ? message : message.message);

function describeMessage({ message, messageId, parameters }: SourcedMessage): string | undefined {
  return (messageId === undefined ? undefined : describeSource({ messageId, parameters })) ?? describeText(message);
}

/** Returns the German message with its parts; undefined for a message of a newer cell. */
function describeSource({ messageId = '', parameters = [] }: MessageSource): string | undefined {
  const [catalogue = '', name = ''] = messageId.split('.');
  const german = germanMessages[catalogue]?.[name];
  return german?.replaceAll(/\{(\w+)\}/g, (hole, place: string) => describePart(findPart(parameters, place)) ?? hole);
}

/** Returns a part by its index, or a field of a part that is an object. */
function findPart(parameters: readonly unknown[], place: string): unknown {
  if (/^\d+$/.test(place)) return parameters[Number(place)];
  for (const part of parameters) {
    if (typeof part === 'object' && part !== null && Object.hasOwn(part, place)) return Reflect.get(part, place);
  }
  return undefined;
}

function describePart(part: unknown): string | undefined {
  if (typeof part === 'number') return numbers.format(part);
  if (typeof part === 'string') return part;
  const sourced = sourcedSchema.safeParse(part).data;
  return sourced && translateMessage(sourced);
}

/** Translates a text that came without its id: one message, or several joined to one sentence. */
function describeText(text: string): string | undefined {
  const found = findKnownText(text);
  if (found) {
    const parameters = found.parameters?.map((part) => (typeof part === 'string' ? translateMessage(part) : part));
    return describeSource({ ...found, parameters });
  }
  // Most messages end without a full stop, and have one where a sentence follows.
  if (text.endsWith('.')) return withStop(describeText(text.slice(0, -1)));
  return describeCause(text) ?? describeReason(text) ?? describeSentences(text);
}

/** Translates "Emergency stop button (E-Stop 1)". */
function describeCause(text: string): string | undefined {
  const [, title, detail] = /^([^()]+) \((.+)\)$/.exec(text) ?? [];
  const german = title === undefined ? undefined : describeText(title);
  return german === undefined ? undefined : `${german} (${detail})`;
}

/** Translates "Step 1.2: …", "'2FG7': …" and a failure with its reason. Without a translation, a reason stays English. */
function describeReason(text: string): string | undefined {
  const [, source = '', reason] = /^('[^']+'|[^:]+): (.+)$/s.exec(text) ?? [];
  if (reason === undefined) return undefined;
  const german = describeText(reason);
  const failure = findKnownText(source);
  if (failure) return `${describeSource(failure) ?? source}: ${german ?? reason}`;
  if (german === undefined) return undefined;
  const name = /^'(.+)'$/.exec(source)?.[1];
  if (name !== undefined) return `„${name}“: ${german}`;
  return /^Step [\d.]+$/.test(source) ? `${source.replace('Step', 'Schritt')}: ${german}` : undefined;
}

/** Translates a message that ends with another one. Without a translation, its start stays English. */
function describeSentences(text: string): string | undefined {
  for (let at = text.indexOf('. '); at !== -1; at = text.indexOf('. ', at + 1)) {
    const german = describeText(text.slice(at + 2));
    if (german !== undefined) return `${translateMessage(text.slice(0, at))}. ${german}`;
  }
  return undefined;
}

const withStop = (text: string | undefined) => (text === undefined ? undefined : `${text}.`);

/** Translates the message of an error; without a translation, the German sentence of its code precedes it. */
export function translateError(error: unknown): unknown {
  // A translated error has its original as the cause.
  if (!(error instanceof ProductError) || error.cause instanceof ProductError) return error;
  const { code, message, details } = error;
  const source = messageSourceSchema.safeParse(details).data;
  const text = describeMessage({ message, ...source }) ?? `${errorCodes[code]} (${message})`;
  return new ProductError(code, text, translateDetails(details), { cause: error });
}

/** Translates the problems in the details of an error. */
function translateDetails(details: unknown): unknown {
  const found = problemsSchema.safeParse(details).data;
  if (!found) return details;
  const problems = found.problems.map((problem) => ({ ...problem, message: translateMessage(problem) }));
  return { ...found, problems };
}
