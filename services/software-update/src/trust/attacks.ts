/** Attacks on a repository that are recognised by the metadata they leave. */
export const attacks = {
  rollback: 'The registry offers older metadata than this box has seen (rollback)',
  freeze: 'The metadata of the registry has expired (freeze)',
  mixAndMatch: 'The metadata of the registry does not belong together (mix-and-match)',
  endlessData: 'The registry sent more data than was signed (endless data)',
  wrongKey: 'The metadata of the registry is signed with another key (wrong key)',
  tooFewSignatures: 'The metadata of the registry has too few signatures',
} as const;
export type Attack = keyof typeof attacks;

/** The registry is refused; nothing of it was used. */
export class UntrustedRegistryError extends Error {
  /** Undefined for metadata that cannot be read at all. */
  readonly attack: Attack | undefined;

  constructor(attack: Attack | undefined, cause: unknown) {
    const sentence = attack ? attacks[attack] : 'The metadata of the registry cannot be used';
    super(`${sentence}. Nothing was installed. Ask who runs the registry`, { cause });
    this.attack = attack;
  }
}

const patterns: readonly (readonly [RegExp, Attack])[] = [
  [/max length reached/i, 'endlessData'],
  [/was signed by 0\/\d+ keys/i, 'wrongKey'],
  [/was signed by \d+\/\d+ keys/i, 'tooFewSignatures'],
  [/is less than current version/i, 'rollback'],
  [/expected version \d+, got \d+/i, 'rollback'],
  [/is expired/i, 'freeze'],
  [
    /does not match snapshot version|doesn't match timestamp|expected (hash|length)|missing file \S+ in new snapshot/i,
    'mixAndMatch',
  ],
];

/** Returns the attack that an error of the TUF client indicates. */
export function findAttack(error: unknown): Attack | undefined {
  const text = error instanceof Error ? error.message : String(error);
  return patterns.find(([pattern]) => pattern.test(text))?.[1];
}
