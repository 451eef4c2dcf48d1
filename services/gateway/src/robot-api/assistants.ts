import * as z from 'zod';
import { isAbsent } from './absent.ts';
import { type Api, refusalSchema } from './room.ts';

const tags = ['Robot API: not implemented'];
const speechSchema = z.object({ encoded_audio_data: z.string().min(1) });
const skillSchema = z.object({ text: z.string().min(1), skills: z.array(z.string()) });

/** Registers `/internal-only`, operations of a language model. Requests are validated; there is no model. */
export function addAssistants(api: Api): void {
  const response = { 503: refusalSchema };
  api.post(
    '/internal-only/speech-to-text',
    { schema: { tags, summary: 'Text that was spoken', body: speechSchema, response } },
    async () => {
      throw isAbsent('speech recognition');
    },
  );
  api.post(
    '/internal-only/text-to-skill',
    { schema: { tags, summary: 'Name of the skill', body: skillSchema, response } },
    async () => {
      throw isAbsent('language model');
    },
  );
}
