import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isReadOnly?: boolean;
  onCommit(text: string): void;
}

/** Text input that commits with Enter or on blur. Escape discards the draft. */
export function DraftInput({ label, value, placeholder, isReadOnly = false, onCommit }: Props) {
  const [draft, setDraft] = useState<string>();
  const commit = () => {
    if (draft !== undefined && draft !== value) onCommit(draft);
    setDraft(undefined);
  };
  return (
    <TextInput
      size="md"
      label={label}
      placeholder={placeholder}
      value={draft ?? value}
      readOnly={isReadOnly}
      onChange={({ currentTarget: { value: text } }) => setDraft(text)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        if (key === 'Escape') setDraft(undefined);
      }}
    />
  );
}
