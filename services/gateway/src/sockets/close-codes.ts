/** Close codes for clients: those of RFC 6455, and of its private range. */
export const socketCloseCodes = {
  tooLong: 1009,
  tryLater: 1013,
  unauthenticated: 4401,
  forbidden: 4403,
  tooSlow: 4408,
  badPacket: 4400,
} as const;
