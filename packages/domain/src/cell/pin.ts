import * as z from 'zod';

/** Most frequent PINs without a pattern (from published counts of leaked PINs). */
const commonPins = new Set([
  '2580',
  '0852',
  '5683',
  '1004',
  '1342',
  '2468',
  '1357',
  '0007',
  '1701',
  '8675309',
  '147258',
  '159753',
  '159357',
]);

const patterns: readonly ((pin: string) => boolean)[] = [isRun, isRepetition, isDoubled, isYear, isOneDigit, isCount];

/**
 * True for a PIN that an attacker tries first: one repeated digit, also with one exception, a run, a count, a repeated
 * part, a mirrored pair, a year, or a common one.
 */
export function isGuessablePin(pin: string): boolean {
  return commonPins.has(pin) || patterns.some((isPattern) => isPattern(pin));
}

/** A user's PIN for the control panel. */
export const pinSchema = z
  .string()
  .regex(/^\d{4,12}$/, { message: 'A PIN has 4 to 12 digits', abort: true })
  .refine((pin) => !isGuessablePin(pin), 'This PIN is easy to guess. Avoid repeated digits, runs and years');

/** True for equal steps from digit to digit, also across 9 and 0: 0000, 1234, 7890, 9876. */
function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.every((step) => step === steps[0] && [0, 1, 9].includes(step));
}

/** True for 1212, 123123. */
function isRepetition(pin: string): boolean {
  return /^(\d+)\1+$/.test(pin);
}

/** True for 1122, 112233. */
function isDoubled(pin: string): boolean {
  return /^(?:(\d)\1)+$/.test(pin);
}

/** True for years from 1900 to 2099, which are easy to remember. */
function isYear(pin: string): boolean {
  return /^(?:19|20)\d\d$/.test(pin);
}

/** True for one digit with at most one exception: 0001, 11211. */
function isOneDigit(pin: string): boolean {
  return [...new Set(pin)].some((digit) => pin.replaceAll(digit, '').length <= 1);
}

/** True for numbers of two digits that count: 121314, 102030, 998877. */
function isCount(pin: string): boolean {
  const numbers = (pin.match(/\d\d/g) ?? []).map(Number);
  if (pin.length % 2 !== 0 || numbers.length < 3) return false;
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  return steps.every((step) => step === steps[0] && [1, 10, 11].includes(Math.abs(step)));
}
