import type { Classified, FoundBlob, VisionAnswer, VisionArgs } from '@cellwright/domain/equipment';
import type { Frame, Refusal, Wanted } from './vision-outcome.ts';

type Detected = Omit<Extract<VisionAnswer, { readonly ok: true }>, 'elapsedMS' | 'results'> & {
  readonly results: readonly FoundBlob[];
};
type Detect = (wanted: Wanted, frame: Frame) => Promise<Detected | Refusal>;

/** Below this everything matches. */
const minMatch = 0.1;
/** Sizes and rotations in which an object may differ from its picture. */
const limits = { minScale: 0.8, maxScale: 1.2, maxRotation: 180 };

/**
 * Returns the classes of which a picture is found, the best match first. Classes without a picture are never found. The model is
 * the pictures: a match is the normalised correlation of the brightness.
 */
export async function classifyBy(
  { classes, pictures, confidence, regionOfInterest }: VisionArgs<'classify'>,
  frame: Frame,
  detect: Detect,
): Promise<(Omit<Detected, 'results'> & { readonly results: Classified[] }) | Refusal> {
  const matchThreshold = Math.max(confidence, minMatch);
  const best = new Map<string, number>();
  let seen: Detected | undefined;
  for (const { class: name, templateImage } of pictures) {
    if (!classes.includes(name)) continue;
    const detection = { kind: 'shape' as const, templateImage, ...limits, matchThreshold };
    const detected = await detect({ detection, regionOfInterest, resultsLimit: 1 }, frame);
    if (!detected.ok) return detected;
    seen = detected;
    const [found] = detected.results;
    if (found) best.set(name, Math.max(best.get(name) ?? 0, found.score));
  }
  const results = [...best].map(([name, score]): Classified => ({ class: name, confidence: score }));
  results.sort((one, other) => other.confidence - one.confidence);
  return { ok: true, image: seen?.image, results };
}
