/** Why a request over HTTP failed, for the operator: what is wrong, and what to do. */
export const httpMessages = {
  oddSpelling: (host: string) =>
    `'${host}' is an IP address in a spelling that programs read differently. Write it as four decimal numbers, like 192.168.1.10`,
  unreachable: (host: string, why: string) => `No connection to ${host}: ${why}`,
  noConnectionInTime: (host: string, ms: number) => `No connection to ${host} within ${ms} ms`,
  noAnswerInTime: (host: string, ms: number) =>
    `${host} did not answer to the end within ${ms} ms. It may have taken the request: look before sending it again`,
  answerBroken: (host: string, why: string) =>
    `The answer of ${host} ended or made no sense (${why}). It may have taken the request: look before sending it again`,
  answerTooLong: (host: string, characters: number) =>
    `The answer of ${host} has more than ${characters} characters. Ask it for less`,
  unreadableText: (host: string) => `The answer of ${host} is no UTF-8 text. Ask it for text or JSON`,
} as const;
