import { useState } from 'react';

/** Holds the texts of a form. `field` returns what the input of one of them needs. */
export function useTextFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useState(initial);
  const field = (name: Name) => ({
    size: 'md' as const,
    value: texts[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setTexts((before) => ({ ...before, [name]: value }));
    },
  });
  return { texts, field };
}
