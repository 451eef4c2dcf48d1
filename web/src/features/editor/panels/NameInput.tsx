import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface NameInputProps {
  readonly label: string;
  readonly name: string;
  readonly readOnly: boolean;
  /** What is said while it is empty. */
  readonly problem: string;
  onRename(name: string): void;
}

/** The name of something of a routine. Nothing without one can be saved: left empty, it has the name from before again. */
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
