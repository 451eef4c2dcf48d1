/** Close codes clients see: RFC 6455's own, and its private range. */
export const socketCloseCodes = {
  tooLong: 1009,
  tryLater: 1013,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  badPacket: 4400,
} as const;
