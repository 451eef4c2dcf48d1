import { explainNumber } from '../basics/held-value.ts';
import { findRepeatedField } from '../basics/json-fields.ts';
import { startOfText } from '../basics/start-of-text.ts';
import {
  explainText,
  findHiddenCharacter,
  findLineCharacter,
  hasReordering,
  isBroken,
  isUnaddressable,
} from '../basics/text.ts';
import type { Problem } from './routine.ts';

/** Value of a document that could not be stored, sent or displayed unchanged. */
export interface UnheldValue {
  /** Dotted path of the value, or of the object whose key it is. */
  readonly path: string;
  /** Noun phrase: 'a number that is not finite'. */
  readonly reason: string;
}

/**
 * Returns the first value of a JSON document that cannot be held exactly: numbers that are not finite or beyond 2^53,
 * texts and keys with NUL or lone surrogates; texts whose characters are displayed in another order; ids, names and
 * values of variables with invisible characters; ids and names with control characters or line breaks, or that an
 * address cannot carry. Iterative, so that no nesting exhausts the stack.
 */
export function findUnheldValue(document: unknown): UnheldValue | undefined {
  const pending: Place[] = [{ value: document, key: '', outer: undefined, isShown: false, isName: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, isShown } = next;
    if (typeof value !== 'object' || value === null) {
      const reason = explain(value, isShown) ?? explainName(next) ?? explainAddress(value, next.key);
      if (reason !== undefined) return { path: pathOf(next), reason };
      continue;
    }
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      if (!isList && isBroken(key)) return { path: pathOf(next), reason: 'a field name with NUL or half a character' };
      const isOfShown = isList ? isShown : shownFields.test(key);
      pending.push({ value: inner, key, outer: next, isShown: isOfShown, isName: !isList && nameFields.test(key) });
    }
  }
  return undefined;
}

/**
 * Returns the same as problems of an external document: at most one.
 * @param text JSON text that the document was parsed from: a field that it has twice is a problem, too
 */
export function findUnheldProblems(document: unknown, text?: string): Problem[] {
  const repeated = text === undefined ? [] : findRepeatedProblems(document, text);
  if (repeated.length > 0) return repeated;
  const unheld = findUnheldValue(document);
  if (!unheld) return [];
  const { path, reason } = unheld;
  const message = `${path === '' ? 'This document' : `'${path}'`} has ${reason}`;
  return [{ kind: 'invalidConfiguration', message, ...(path !== '' && { fieldId: path }) }];
}

/** Returns the problem of a field that the JSON text of a document has twice in one object. */
export function findRepeatedProblems(document: unknown, text: string): Problem[] {
  const name = findRepeatedField(text, document);
  if (name === undefined) return [];
  const message = `The field '${startOfText(name, 100)}' is in one object twice. Remove one`;
  return [{ kind: 'invalidConfiguration', message }];
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  readonly outer: Place | undefined;
  readonly isShown: boolean;
  readonly isName: boolean;
}

function pathOf(place: Place): string {
  const keys: string[] = [];
  for (let at = place; at.outer !== undefined; at = at.outer) keys.unshift(at.key);
  return keys.join('.');
}

/** Fields whose texts users and expressions distinguish by their appearance. */
const shownFields = /^(?:id|.*I[dD]|(?:.*N|n)ame|initialValue|value|choices)$/;

/** Fields whose texts are shown on one line. */
const nameFields = /^(?:id|.*I[dD]|(?:.*N|n)ame)$/;

/** Fields that clients put into addresses. */
const addressedFields: ReadonlySet<string> = new Set(['id', 'name']);

/** Allows line breaks around a `name`, which its schema removes, but not around ids and names of other fields. */
function explainName({ value, key, isName }: Place): string | undefined {
  if (!isName || typeof value !== 'string') return undefined;
  const character = findLineCharacter(key === 'name' ? value.trim() : value);
  return character && `a text with the control character or line break ${character}. Remove it`;
}

function explainAddress(value: unknown, key: string): string | undefined {
  if (!addressedFields.has(key) || typeof value !== 'string' || !isUnaddressable(value.trim())) return undefined;
  return `the text '${value.trim()}', which no address can carry. Choose another`;
}

function explain(value: unknown, isShown: boolean): string | undefined {
  if (typeof value === 'number') return explainNumber(value);
  if (typeof value !== 'string') return undefined;
  if (isBroken(value) || hasReordering(value)) return explainText(value);
  return isShown && findHiddenCharacter(value) !== undefined ? explainText(value) : undefined;
}
