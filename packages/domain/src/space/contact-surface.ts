import * as z from 'zod';
import { poseSchema } from '../robot/position.ts';

/** Maximum that a controller can evaluate with every set-point. */
export const maxContactSurfaces = 32;

const edge = z.number().positive('The length must be above 0').max(100, 'The length can be at most 100 m');

/** A stiff surface that the tool of a simulated arm can press on. Metres, N/m, N·s/m. */
export const contactSurfaceSchema = z.object({
  name: z.string().min(1).max(128),
  pose: poseSchema.describe(
    'In the base frame: a plane lies in x and y and is solid below, a box lies around its centre',
  ),
  shape: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('plane') }),
    z.object({ kind: z.literal('box'), size: z.tuple([edge, edge, edge]) }),
  ]),
  stiffness: z.number().positive().max(1e7).describe('Stiffness, N/m of penetration'),
  damping: z.number().min(0).max(1e5).default(0).describe('Damping, N per m/s of penetration speed'),
});
export type ContactSurface = z.infer<typeof contactSurfaceSchema>;

export const contactSurfacesSchema = z.object({
  surfaces: z.array(contactSurfaceSchema).max(maxContactSurfaces),
});
