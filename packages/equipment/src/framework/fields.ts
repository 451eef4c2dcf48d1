import { cleanHost } from '@cellwright/domain/basics';
import * as z from 'zod';

/** Returns the schema of a name, trimmed: a line break at its end would be stored and never shown. */
export const nameText = (longest = 200) => z.string().trim().min(1).max(longest);

/** Fields of many kinds, with defaults of the specification. */
export const nameField = (fallback: string) => nameText().default(fallback).meta({ label: 'Name' });

/**
 * Returns a field for an IP address or a host name, trimmed. Accepts values that older versions stored; client input is
 * checked with `findHostProblem` when it is saved.
 */
export const hostField = (fallback: string) =>
  z
    .string()
    .overwrite(cleanHost)
    .max(253)
    .regex(/^[0-9A-Za-z:_]([0-9A-Za-z.:_%-]*[0-9A-Za-z:_])?$/, 'Enter an IP address or a host name')
    .default(fallback)
    .meta({ label: 'Host', help: 'IP address or host name of the device' });

export const portField = (fallback: number) =>
  z.number().int().min(1).max(65_535).default(fallback).meta({ label: 'Port' });

export const millisecondsField = (label: string, fallback: number, help?: string) =>
  z
    .number()
    .int()
    .min(10)
    .max(600_000)
    .default(fallback)
    .meta({ label, unit: 'ms', ...(help === undefined ? {} : { help }) });

export const metersField = (label: string, fallback: number, help?: string) =>
  z
    .number()
    .min(0)
    .max(10)
    .default(fallback)
    .meta({ label, unit: 'm', ...(help === undefined ? {} : { help }) });

interface Shape {
  readonly pattern: RegExp;
  readonly message: string;
}
const onOneLine: Shape = { pattern: /^\P{Cc}*$/u, message: 'Enter it on one line' };

/** Returns a field for a text that the product stores and never shows; `secrets` of the contract must name it, too. */
export const secretField = (label: string, help: string, { pattern, message }: Shape = onOneLine) =>
  z.string().max(200).regex(pattern, message).default('').meta({ label, help, isSecret: true });
