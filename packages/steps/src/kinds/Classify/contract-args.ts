import { idSchema } from '@cellwright/domain/basics';
import { shareField, templateImageSchema } from '@cellwright/domain/equipment';
import * as z from 'zod';
import { field, regionOfInterestField } from '../../framework/index.ts';

const maxClasses = 50;

const pictureSchema = z.object({
  class: field(z.string().trim().max(100).default(''), { label: 'Class' }),
  templateImage: field(templateImageSchema.default(''), {
    label: 'Picture',
    help: 'Picture of one object of the class, as the camera shows it',
    control: 'picture',
  }),
});

export const classifyArgsSchema = z.object({
  camera: field(idSchema.optional(), {
    label: 'Camera',
    help: 'Default: the only wrist camera of the cell',
    control: 'equipment',
    accepts: 'camera',
  }),
  classes: field(z.array(z.string().trim().max(100)).max(maxClasses).default([]), {
    label: 'Classes',
    help: 'Names of what may be seen, one per line',
  }),
  pictures: field(z.array(pictureSchema).max(maxClasses).default([]), {
    label: 'Pictures',
    help: 'The class whose picture matches best is chosen. A class may have several',
  }),
  confidence: field(shareField.default(0.5), {
    label: 'Confidence',
    unit: '0–1',
    help: 'Least match of a class. Below it, the result is the fallback value',
  }),
  fallbackValue: field(z.string().max(100).default(''), {
    label: 'Fallback value',
    help: 'Result if no class matches',
  }),
  regionOfInterest: regionOfInterestField,
});
export type ClassifyArgs = z.output<typeof classifyArgsSchema>;
