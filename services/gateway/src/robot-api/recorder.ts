import * as z from 'zod';
import type { Api } from './room.ts';

const statusSchema = z.enum(['not_recording', 'recording', 'error', 'complete', 'initializing']);
const stateSchema = z.object({ state: statusSchema, status: statusSchema, errors: z.array(z.string()) });

/** Registers `/recorder/state`. There is no recorder. */
export function addRecorder(api: Api): void {
  api.get(
    '/recorder/state',
    { schema: { tags: ['Robot API: status'], summary: 'State of the recorder', response: { 200: stateSchema } } },
    async () => ({ state: 'not_recording' as const, status: 'not_recording' as const, errors: [] }),
  );
}
