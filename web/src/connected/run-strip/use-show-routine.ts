import { useNavigate } from '@tanstack/react-router';

/** Returns a function that opens a routine, where a step to continue with can be chosen. */
export function useShowRoutine(routineID = ''): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/routines/$routineID', params: { routineID } });
}
