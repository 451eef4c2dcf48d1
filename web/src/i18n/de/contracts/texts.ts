/** German texts of a field of a contract. */
export interface FieldTexts {
  readonly label: string;
  readonly help?: string;
  /** Texts of choices that mean something else in other fields. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** German texts of a kind. */
export interface KindTexts {
  readonly label: string;
  readonly description: string;
  /** Name of a new device. */
  readonly firstName?: string;
}
