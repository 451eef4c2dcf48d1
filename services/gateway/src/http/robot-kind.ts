import { ProductError, type RobotKind, robotKindSchema } from '@cellwright/domain';
import type { FastifyRequest } from 'fastify';

/** The header of every call, and as older clients spell it. */
const headers = ['robot-kind', 'robot_kind'];

/**
 * Which robot a request means: its path or query says so, else its header; else the simulated one.
 * @throws ProductError request_failed_validation for a kind that does not exist.
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
