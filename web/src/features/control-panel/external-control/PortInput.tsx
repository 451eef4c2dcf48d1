import { NumberInput } from '../../../ui/NumberInput.tsx';

interface PortInputProps {
  readonly label: string;
  readonly value: number;
  onChange(port: number): void;
}

export function PortInput({ label, value, onChange }: PortInputProps) {
  return (
    <NumberInput
      size="md"
      label={label}
      value={value}
      allowDecimal={false}
      min={1}
      max={65_535}
      onChange={(port) => port !== '' && onChange(port)}
    />
  );
}
