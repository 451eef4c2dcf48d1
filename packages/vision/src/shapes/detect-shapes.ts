import type { Found } from '../blobs/detect-blobs.ts';
import { blurImage, decimateImage, type GrayImage } from '../gray-image.ts';
import { listSamples, type Placement, type Samples, scoreAt, scoreEverywhere } from './template-samples.ts';

export interface ShapeSettings {
  readonly minScale: number;
  readonly maxScale: number;
  /** Degrees to both sides. */
  readonly maxRotation: number;
  /** Normalised correlation, 0…1, from which a place counts. */
  readonly matchThreshold: number;
}

/** Points of the template that are compared: few on the search, more for the place itself. */
const coarseSide = 9;
const fineSide = 24;
const turnStep = 10;
const scaleStep = 0.1;
/** The search accepts less than the asked score: its grid misses the best place. */
const coarseShare = 0.6;
const maxCandidates = 60;
const maxFound = 100;
const refineRounds = 12;
/** Places nearer than this share of the template's smaller side are the same. */
const sameShare = 0.9;

interface Candidate extends Placement {
  readonly score: number;
}

/** Finds places that look like a template, also turned and of another size. The score is the normalised correlation. */
export function detectShapes(image: GrayImage, template: GrayImage, settings: ShapeSettings): Found[] {
  // Both are blurred alike, so that the coarse grid does not miss fine edges.
  const side = Math.min(template.width, template.height);
  const blur = Math.max(0.5, side / coarseSide / 2);
  const smooth = blurImage(image, blur);
  const coarse = listSamples(blurImage(template, blur), coarseSide);
  const fine = listSamples(blurImage(template, 0.5), fineSide);
  if (!coarse || !fine) return [];
  const sharp = blurImage(image, 0.5);
  const found = search(image, template, settings);
  const candidates = separate(found, side * sameShare).slice(0, maxCandidates);
  const refined = candidates
    .map((candidate) => refine(sharp, fine, refine(smooth, coarse, candidate, settings), settings))
    .filter(({ score }) => score >= settings.matchThreshold);
  return separate(refined, side * sameShare)
    .slice(0, maxFound)
    .map((place) => describe(place, template));
}

/** Tries every place, rotation and size in a picture that is made so small that the template has few pixels. */
function search(image: GrayImage, template: GrayImage, settings: ShapeSettings): Candidate[] {
  const factor = Math.max(1, Math.floor(Math.min(template.width, template.height) / coarseSide));
  const small = decimateImage(image, factor);
  const samples = listSamples(decimateImage(template, factor), coarseSide);
  if (!samples) return [];
  const found: Candidate[] = [];
  const least = settings.matchThreshold * coarseShare;
  for (const scale of between(settings.minScale, settings.maxScale, scaleStep)) {
    for (const rotation of turnsWithin(settings.maxRotation)) {
      scoreEverywhere(small, samples, { scale, rotation }, (x, y, score) => {
        if (score < least) return;
        found.push({ x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5, scale, rotation, score });
      });
    }
  }
  return found;
}

function between(least: number, most: number, step: number): number[] {
  const count = Math.max(1, Math.ceil((most - least) / step - 1e-9));
  if (!(most > least)) return [least];
  return Array.from({ length: count + 1 }, (_, index) => least + ((most - least) * index) / count);
}

function turnsWithin(maxRotation: number): number[] {
  const turns = between(-maxRotation, maxRotation, turnStep);
  // −180° and 180° are the same.
  return maxRotation >= 180 ? turns.slice(1) : turns;
}

/** The best of places that lie together, the best first. */
function separate(candidates: readonly Candidate[], distance: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((one, other) => other.score - one.score)) {
    if (kept.length >= 2 * maxCandidates) break;
    if (kept.every(({ x, y }) => Math.hypot(x - candidate.x, y - candidate.y) > distance)) kept.push(candidate);
  }
  return kept;
}

/** Climbs in place, rotation and size, with steps that halve. */
function refine(image: GrayImage, samples: Samples, start: Candidate, settings: ShapeSettings): Candidate {
  let best = start;
  best = { ...best, score: scoreAt(image, samples, best) };
  let size = 1;
  for (let round = 0; round < refineRounds; round += 1) {
    const shift = (size * samples.spacing) / 2;
    const turn = (size * turnStep) / 2;
    const growth = (size * scaleStep) / 2;
    const steps: readonly Partial<Record<keyof Placement, number>>[] = [
      { x: shift },
      { x: -shift },
      { y: shift },
      { y: -shift },
      { rotation: turn },
      { rotation: -turn },
      { scale: growth },
      { scale: -growth },
    ];
    const before = best;
    for (const { x = 0, y = 0, rotation = 0, scale = 0 } of steps) {
      const place = { x: best.x + x, y: best.y + y, rotation: best.rotation + rotation, scale: best.scale + scale };
      if (place.scale < settings.minScale || place.scale > settings.maxScale) continue;
      if (settings.maxRotation < 180 && Math.abs(place.rotation) > settings.maxRotation) continue;
      const score = scoreAt(image, samples, place);
      if (score > best.score) best = { ...place, score };
    }
    if (best === before) size /= 2;
  }
  return best;
}

function describe({ x, y, scale, rotation, score }: Candidate, template: GrayImage): Found {
  const [width, height] = [template.width * scale, template.height * scale];
  const [cosine, sine] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  const contour = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, down = 0]) => ({
    x: x + (right * width * cosine - down * height * sine) / 2,
    y: y + (right * width * sine + down * height * cosine) / 2,
  }));
  return { x, y, width, height, rotation: ((rotation + 540) % 360) - 180, score: Math.min(1, score), contour };
}
