import { errorTable, ProductError } from '@cellwright/domain/basics';

/** Error in the form from which Feathers' clients create one of their classes. */
export interface FeathersError {
  readonly name: string;
  readonly message: string;
  readonly code: number;
  readonly className: string;
  /** `code` is in the table of error codes (docs/errors.md). */
  readonly data: { readonly code: string; readonly details?: unknown };
}

/** Class names of Feathers by HTTP status; it has none for 413 and 421, so its clients get 400. */
const names = {
  400: 'BadRequest',
  401: 'NotAuthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'BadRequest',
  421: 'BadRequest',
  429: 'TooManyRequests',
  500: 'GeneralError',
  503: 'Unavailable',
} as const satisfies Record<(typeof errorTable)[keyof typeof errorTable]['http'], string>;

const statuses: Readonly<Record<string, number>> = { BadRequest: 400 };

export function toFeathersError(error: unknown): FeathersError {
  const { code, message, details } =
    error instanceof ProductError
      ? error
      : new ProductError('internal_server_error', 'Something went wrong. Try again, and report it if it persists');
  const { http } = errorTable[code];
  const name = code === 'settings_timeout' ? 'Timeout' : names[http];
  const status = name === 'Timeout' ? 408 : (statuses[name] ?? http);
  return { name, message, code: status, className: toClassName(name), data: { code, details } };
}

function toClassName(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
