import { type RobotKind, robotKindSchema } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { http } from './session.ts';

const everyMS = 2000;
const activitySchema = z.record(robotKindSchema, z.enum(['unknown', 'still', 'running', 'moving']));

/** The robots that move, or run a routine. Also for a screen that was signed in before. */
export async function readActiveRobots(): Promise<RobotKind[]> {
  const activity = await http.request('GET', '/api/v1/cell/robots/activity', { schema: activitySchema });
  return robotKindSchema.options.filter((kind) => activity[kind] === 'running' || activity[kind] === 'moving');
}

/** The robots that move, or run a routine; asked for every 2 s. */
export function useActiveRobots(isAsked: boolean): RobotKind[] {
  const { data } = useQuery({
    queryKey: ['activity'],
    queryFn: readActiveRobots,
    refetchInterval: everyMS,
    enabled: isAsked,
  });
  return data ?? [];
}
