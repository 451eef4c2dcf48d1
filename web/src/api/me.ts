import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { http } from './session.ts';

const meSchema = z.object({
  subject: z.object({ id: z.string(), name: z.string() }),
  user: z
    .object({ permissions: z.object({ controlPanel: z.boolean() }), pinChangedAt: z.string().optional() })
    .nullable(),
});
/** Whoever is signed in; `user` is null for a token. */
export type Me = z.infer<typeof meSchema>;

export function readMe(signal?: AbortSignal): Promise<Me> {
  return http.request('GET', '/api/v1/cell/me', { schema: meSchema, signal });
}

/** The id under which the cell knows whoever is signed in; undefined until it has said. */
export function useSubjectID(): string | undefined {
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => readMe(signal) }).data?.subject.id;
}

/** Sets one's own PIN. @throws ProductError for a wrong password. */
export async function setPin(password: string, pin: string): Promise<void> {
  await http.request('POST', '/api/v1/cell/me/pin', { schema: z.unknown(), body: { password, pin } });
}
