/** Error messages for the operator when an HTTP request failed: the problem and the remedy. */
export const httpMessages = {
  oddSpelling: (host: string) =>
    `'${host}' is an IP address in a spelling that programs read differently. Write it as four decimal numbers, like 192.168.1.10`,
  unreachable: (host: string, why: string) => `No connection to ${host}: ${why}`,
  noConnectionInTime: (host: string, ms: number) => `No connection to ${host} within ${ms} ms`,
  noAnswerInTime: (host: string, ms: number) =>
    `${host} did not complete its answer within ${ms} ms. It may have processed the request: check before sending it again`,
  answerBroken: (host: string, why: string) =>
    `The answer of ${host} was cut off or invalid (${why}). It may have processed the request: check before sending it again`,
  answerTooLong: (host: string, characters: number) =>
    `The answer of ${host} has more than ${characters} characters. Request less`,
  unreadableText: (host: string) => `The answer of ${host} is not UTF-8 text. Request text or JSON`,
} as const;
