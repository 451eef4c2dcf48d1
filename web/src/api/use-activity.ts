import { type RobotKind, robotActivitySchema, robotKindSchema } from '@cellwright/domain/robot';
import { useQuery } from '@tanstack/react-query';
import { http } from './session.ts';

const everyMS = 2000;

/** Returns the robots that move or run a routine. Also works on a screen whose session has ended. */
export async function readActiveRobots(): Promise<RobotKind[]> {
  const activity = await http.request('GET', '/api/v1/cell/robots/activity', { schema: robotActivitySchema });
  return robotKindSchema.options.filter((kind) => activity[kind] === 'running' || activity[kind] === 'moving');
}

/** Returns the robots that move or run a routine; polls every 2 s. */
export function useActiveRobots(isAsked: boolean): RobotKind[] {
  const { data } = useQuery({
    queryKey: ['activity'],
    queryFn: readActiveRobots,
    refetchInterval: everyMS,
    enabled: isAsked,
  });
  return data ?? [];
}
