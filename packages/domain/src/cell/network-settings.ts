import * as z from 'zod';

/** Settings of the connection between browsers and the cell. */
export const networkSettingsSchema = z.object({
  id: z.string(),
  strictTransportSecurity: z
    .boolean()
    .default(false)
    .describe('Browsers that opened the cell over HTTPS use only HTTPS afterwards (HSTS)'),
});
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;
