import { NumberInput as KitNumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type InputEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { decimalText } from './decimal-text.ts';
import { readNumber, separatorIn, textWith } from './read-number.ts';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'suffix'> {
  readonly value: number | string;
  readonly suffix?: string;
  /** '' while there is no number. */
  onChange(value: number | ''): void;
}

/** What is in the field while it is typed: '1.' on the way to 1.5, and what it is as a number. */
interface Typed {
  readonly text: number | string;
  readonly is: number | '';
  /** What the field was given when typing began, and all that it said since: its owner may be some keys behind. */
  readonly known: ReadonlySet<number | string>;
}

/** A number that is typed, its decimals behind a point or a comma; what is no number is not taken, and said to be none. */
export function NumberInput({ value, onChange, error, suffix = '', allowDecimal = true, onBlur, ...others }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>();
  // What came from elsewhere meanwhile counts.
  const current = typed?.known.has(value) ? typed : undefined;
  const [chosen, setSeparator] = useState<'.' | ','>();
  const separator = chosen ?? decimalText('.');
  const [refused, setRefused] = useState<string>();
  /** Whether the field takes what is put in; its separator is the one that was typed last. */
  const takes = (input: HTMLInputElement, put: string): boolean => {
    const text = textWith(input, put).replace(suffix, '');
    const isNumber = readNumber(text, allowDecimal) !== undefined;
    // Before the field reads what is put in.
    flushSync(() => {
      setRefused(isNumber ? undefined : text);
      if (isNumber) setSeparator((before) => separatorIn(put) ?? before);
    });
    return isNumber;
  };
  const type = (text: number | string) => {
    const is = typeof text === 'number' ? text : (readNumber(text, allowDecimal) ?? '');
    setTyped({ text, is, known: new Set([...(current?.known ?? [value]), is]) });
    setRefused(undefined);
    if (is !== (current ? current.is : value)) onChange(is);
  };
  const refusal = refused !== undefined && t(allowDecimal ? 'number.none' : 'number.notWhole', { text: refused });
  return (
    <KitNumberInput
      {...others}
      {...(suffix !== '' && { suffix })}
      allowDecimal={allowDecimal}
      decimalSeparator={separator}
      error={refusal || error}
      value={current ? current.text : value}
      onChange={(next) => type(typeof next === 'bigint' ? Number(next) : next)}
      onBeforeInput={(event: InputEvent<HTMLInputElement>) => {
        if (!takes(event.currentTarget, event.data)) event.preventDefault();
      }}
      onPasteCapture={(event: ClipboardEvent<HTMLInputElement>) => {
        if (takes(event.currentTarget, event.clipboardData.getData('text'))) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={(event) => {
        setTyped(undefined);
        setRefused(undefined);
        onBlur?.(event);
      }}
    />
  );
}
