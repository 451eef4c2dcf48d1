import {
  type VisionAnswer,
  type VisionArgs,
  type VisionErrorCode,
  visionErrorCodes,
} from '@cellwright/domain/equipment';

export type Refusal = Extract<VisionAnswer, { readonly ok: false }>;
export type Answered = Extract<VisionAnswer, { readonly ok: true }>;
/** Results of a method, without the time that it took. */
export type Outcome = Omit<Answered, 'elapsedMS'> | Refusal;

/** Things to find in a picture. */
export type Wanted = Pick<VisionArgs<'locate'>, 'detection' | 'regionOfInterest' | 'resultsLimit'>;

export interface Frame {
  readonly jpeg: Uint8Array;
  readonly sequence: number;
}

export function refuse(code: VisionErrorCode, message: string): Refusal {
  return { ok: false, code: visionErrorCodes[code], message };
}
