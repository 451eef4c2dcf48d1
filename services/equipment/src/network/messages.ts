/** Error messages for the operator when an HTTP request failed: the problem and the remedy. */
export const httpMessages = {
  oddSpelling: (host: string) =>
    `'${host}' is an ambiguous IP address. Write it as four decimal numbers, for example 192.168.1.10`,
  unreachable: (host: string, why: string) => `No connection to ${host}: ${why}`,
  noConnectionInTime: (host: string, ms: number) => `No connection to ${host} within ${ms} ms`,
  noAnswerInTime: (host: string, ms: number) =>
    `${host} did not complete its response within ${ms} ms. It may have processed the request. Check before sending it again`,
  answerBroken: (host: string, why: string) =>
    `The response of ${host} was cut off or invalid (${why}). It may have processed the request. Check before sending it again`,
  answerTooLong: (host: string, characters: number) =>
    `The response of ${host} has more than ${characters} characters. Request less data`,
  unreadableText: (host: string) => `The response of ${host} is not UTF-8 text. Request text or JSON`,
} as const;
