import * as z from 'zod';
import { isAbsent } from './absent.ts';
import { type Api, refusalSchema } from './room.ts';

const tags = ['Robot API: not there yet'];
const speechSchema = z.object({ encoded_audio_data: z.string().min(1) });
const skillSchema = z.object({ text: z.string().min(1), skills: z.array(z.string()) });

/** `/internal-only`: what a language model would do. Requests are checked; there is none to ask. */
export function addAssistants(api: Api): void {
  const response = { 503: refusalSchema };
  api.post(
    '/internal-only/speech-to-text',
    { schema: { tags, summary: 'What was said', body: speechSchema, response } },
    async () => {
      throw isAbsent('speech recognition');
    },
  );
  api.post(
    '/internal-only/text-to-skill',
    { schema: { tags, summary: 'Which skill is meant', body: skillSchema, response } },
    async () => {
      throw isAbsent('language model');
    },
  );
}
