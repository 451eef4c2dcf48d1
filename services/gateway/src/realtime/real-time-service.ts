import type { RobotKind } from '@cellwright/domain/robot';
import type { Identity } from '../domain/identity.ts';

/** Caller and the robot of the call. */
export interface RealTimeCaller {
  readonly identity: Identity;
  readonly robotKind: RobotKind;
}

/**
 * Service of the real-time data service. Arguments are as the client sent them; every method may throw a ProductError.
 */
export interface RealTimeService {
  find?(query: unknown, caller: RealTimeCaller): Promise<unknown>;
  get?(id: string, query: unknown, caller: RealTimeCaller): Promise<unknown>;
  create?(data: unknown, query: unknown, caller: RealTimeCaller): Promise<unknown>;
  patch?(id: string, data: unknown, query: unknown, caller: RealTimeCaller): Promise<unknown>;
  remove?(id: string, query: unknown, caller: RealTimeCaller): Promise<unknown>;
}

export const realTimeMethods = ['find', 'get', 'create', 'update', 'patch', 'remove'] as const;
export type RealTimeMethod = (typeof realTimeMethods)[number];
