import { ProductError } from '@cellwright/domain/basics';
import { durablePrefix, isDurableSubject } from './event-bus.ts';

const token = /^[A-Za-z0-9_-]+$/;
const subjectForm = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/** True if a NATS-style pattern (`*` one token, `>` one or more to the end) matches a subject. */
export function matchesSubject(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [index, part] of wanted.entries()) {
    if (part === '>') return given.length > index;
    if (index >= given.length || (part !== '*' && part !== given[index])) return false;
  }
  return wanted.length === given.length;
}

/**
 * Checks a subject.
 * @throws ProductError `invalid_parameters` unless it is dot-separated tokens of letters, digits, _ and -.
 */
export function checkSubject(subject: string): void {
  if (subject.length > 255 || !subjectForm.test(subject)) {
    throw new ProductError(
      'invalid_parameters',
      `'${subject}' is not a subject: use tokens of A-Z a-z 0-9 _ - joined by dots`,
    );
  }
}

/**
 * Checks a pattern.
 * @throws ProductError `invalid_parameters` unless it is a subject with `*` tokens and at most a final `>`.
 */
export function checkPattern(pattern: string): void {
  const parts = pattern.split('.');
  const valid = parts.every(
    (part, index) => part === '*' || token.test(part) || (part === '>' && index === parts.length - 1),
  );
  if (pattern.length > 255 || !valid) {
    throw new ProductError(
      'invalid_parameters',
      `'${pattern}' is not a subject pattern: '*' stands for a token, a final '>' for the rest`,
    );
  }
}

/**
 * Checks a durable consumer.
 * @throws ProductError `invalid_parameters` unless the name is one token and the pattern one of durable subjects.
 */
export function checkDurable(name: string, pattern: string): void {
  if (!token.test(name)) {
    throw new ProductError('invalid_parameters', `'${name}' is not a name for a durable consumer: use A-Z a-z 0-9 _ -`);
  }
  if (!isDurableSubject(pattern)) {
    throw new ProductError(
      'invalid_parameters',
      `'${pattern}' is not durable: durable consumers subscribe to ${durablePrefix}.… subjects`,
    );
  }
}

/**
 * Compares patterns.
 * @throws ProductError `conflict` when a durable consumer is used with another pattern than the one that it was created
 * with.
 */
export function checkSamePattern(name: string, known: string | undefined, wanted: string): void {
  if (known === wanted) return;
  throw new ProductError(
    'conflict',
    `The durable consumer '${name}' receives '${known}'. Use another name for '${wanted}'`,
  );
}
