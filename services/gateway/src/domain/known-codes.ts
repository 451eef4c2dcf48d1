import type { ErrorCode, errorTable } from '@cellwright/domain/basics';

/** The 25 codes that existing robot programs support. */
export type KnownCode = {
  [Code in ErrorCode]: (typeof errorTable)[Code]['sdk'] extends true ? Code : never;
}[ErrorCode];

/** Replacements for codes that those programs do not support. */
const instead: { readonly [Code in Exclude<ErrorCode, KnownCode>]: KnownCode } = {
  conflict: 'request_failed_validation',
  forbidden: 'authorization_required',
  unknown_host: 'request_failed_validation',
  too_large: 'request_failed_validation',
  rate_limited: 'service_initializing',
  unavailable: 'service_initializing',
};

export function knownCodeOf(code: ErrorCode): KnownCode {
  return isOurs(code) ? instead[code] : code;
}

function isOurs(code: ErrorCode): code is Exclude<ErrorCode, KnownCode> {
  return Object.hasOwn(instead, code);
}

/** Prefixes of all other operations of the API. */
const ownPath = /^\/api\/v1\/(?:cell\/|routine-runner\/|motion-planner\/|openapi\.json)/;

/** True for an address that existing robot programs use: its responses contain only codes that they support. */
export function isRobotAPIPath(url = ''): boolean {
  return url.startsWith('/api/v1/') && !ownPath.test(url);
}
