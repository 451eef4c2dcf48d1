import * as z from 'zod';
import { maxVariableTextLength } from './held-value.ts';
import { defineMessages } from './message-sources.ts';
import { textSchema } from './text.ts';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Valid names and values of HTTP headers. */
export const httpHeaderNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
export const httpHeaderValuePattern = /^[\t\x20-\x7e\x80-\xff]{0,4000}$/;
/** Headers that the request itself sets: its length, its target and the use of the connection. */
const reservedHeaders = /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*)$/i;

export function isReservedHeader(name: string): boolean {
  return reservedHeaders.test(name);
}

export const httpAnswerSchema = z.object({
  /** 100–599. */
  status: z.number().int().min(100).max(599),
  /** The whole body as text. */
  body: z.string().max(maxVariableTextLength),
  /** Target of a redirect; it is not followed. */
  location: z.string().optional(),
});
export type HttpAnswer = z.infer<typeof httpAnswerSchema>;

/** A request over HTTP, sent once. */
export const httpRequestSchema = z.object({
  method: z.enum(httpMethods),
  /** http:// or https://, without user and password. */
  url: z.string().min(1).max(2048),
  headers: z
    .array(
      z.object({
        name: z.string().regex(httpHeaderNamePattern),
        value: z.string().regex(httpHeaderValuePattern),
      }),
    )
    .max(32),
  body: textSchema(maxVariableTextLength).optional(),
  /** Time limit from the start to the end of the response, including connecting, ms. */
  timeoutMS: z.number().int().min(10).max(600_000),
  /** Replaces the response in simulated and twin sessions, which send no requests. */
  simulatedAnswer: httpAnswerSchema.optional(),
});
export type HttpRequest = z.infer<typeof httpRequestSchema>;

/** Messages about HTTP requests. */
export const requestMessages = defineMessages('request', {
  addressWrong: 'Enter an address that begins with http:// or https://, without user name and password',
});

/**
 * Returns the reason why an address cannot be requested; undefined if it can. The cell decides whether the host is
 * allowed.
 */
export function refuseHttpUrl(text: string): string | undefined {
  const wrong = requestMessages.addressWrong;
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text) || text.length > 2048) return wrong;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : wrong;
}
