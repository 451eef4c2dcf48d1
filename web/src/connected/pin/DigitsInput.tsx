import { SecretInput } from '../../ui/SecretInput.tsx';

interface DigitsInputProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  /** 'one-time-code' prevents browsers from offering the password of the cell. */
  readonly autoComplete: 'one-time-code' | 'off';
  onChange(digits: string): void;
}

const maxDigits = 12;

/** Masked PIN field, with the numeric keyboard on a tablet. */
export function DigitsInput({ label, value, error, autoComplete, onChange }: DigitsInputProps) {
  return (
    <SecretInput
      size="md"
      label={label}
      inputMode="numeric"
      autoComplete={autoComplete}
      maxLength={maxDigits}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  );
}
