import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface NameInputProps {
  readonly label: string;
  readonly name: string;
  readonly readOnly: boolean;
  /** Error text while it is empty. */
  readonly problem: string;
  onRename(name: string): void;
}

/** Input for the name of an object of a routine. A name is required: left empty, the previous one is restored. */
export function NameInput({ label, name, readOnly, problem, onRename }: NameInputProps) {
  const [before, setBefore] = useState(name);
  const isEmpty = name.trim() === '';
  return (
    <TextInput
      size="md"
      aria-label={label}
      value={name}
      readOnly={readOnly}
      error={isEmpty && problem}
      onFocus={() => setBefore(name)}
      onBlur={() => isEmpty && onRename(before)}
      onChange={({ currentTarget: { value } }) => onRename(value)}
    />
  );
}
