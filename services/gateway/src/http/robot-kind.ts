import { ProductError } from '@cellwright/domain/basics';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { FastifyRequest } from 'fastify';

/** Header of every call, and its spelling by older clients. */
const headers = ['robot-kind', 'robot_kind'];

/**
 * Returns the robot of a request: from its path or query, else its header; else the simulated one.
 * @throws ProductError request_failed_validation for an unknown kind.
 */
export function robotKindOf(request: Pick<FastifyRequest, 'params' | 'query' | 'headers'>): RobotKind {
  const named =
    fieldOf(request.params) ?? fieldOf(request.query) ?? headers.map((name) => request.headers[name]).find(Boolean);
  const robotKind = robotKindSchema.safeParse(named ?? 'simulated');
  if (robotKind.success) return robotKind.data;
  throw new ProductError('request_failed_validation', 'robotKind is live or simulated');
}

function fieldOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'robotKind' in value ? value.robotKind : undefined;
}
