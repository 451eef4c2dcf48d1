import * as z from 'zod';

/** A decimal number as JSON writes it, without an exponent. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** A whole number as JSON writes it. */
const whole = /^-?(?:0|[1-9]\d*)$/;

/**
 * Returns the schema of a whole number in an address, which carries text. Other spellings are refused, because '0x10', ''
 * and a list of one number would pass as numbers that the caller did not write. Messages and documents may carry a JSON
 * number.
 */
export function wholeNumberText({ min, max, below }: WholeNumberRange) {
  return z.preprocess<unknown, z.ZodNumber, number>(
    (value) => readText(value, whole),
    z.number().int('This must be a whole number').min(min, below).max(max),
  );
}

interface WholeNumberRange {
  readonly min: number;
  readonly max: number;
  /** Message for a number below the minimum. */
  readonly below?: string;
}

/** Returns the same for any decimal number. */
export function decimalText(number: z.ZodNumber) {
  return z.preprocess<unknown, z.ZodNumber, number>((value) => readText(value, decimal), number);
}

function readText(value: unknown, spelling: RegExp): unknown {
  return typeof value === 'string' && spelling.test(value) ? Number(value) : value;
}
