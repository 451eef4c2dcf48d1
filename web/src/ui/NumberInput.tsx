import { NumberInput as KitNumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type InputEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { decimalSeparator } from './decimal-text.ts';
import { hasGroups, readNumber, separatorIn, textWith } from './read-number.ts';

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
  /** Value of the field when typing began. */
  readonly first: number | string;
  /** That, and all that it said since: its owner may be some keys behind. */
  readonly known: ReadonlySet<number | string>;
}

/**
 * A number that is typed, read as in the language of the page. What is no number is not taken, and said to be none; after a
 * separator that cannot be taken, the digits behind it are not taken either, and the number from before counts.
 */
export function NumberInput({ value, onChange, error, suffix = '', allowDecimal = true, onBlur, ...others }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>();
  // What came from elsewhere meanwhile counts.
  const current = typed?.known.has(value) ? typed : undefined;
  const [chosen, setSeparator] = useState<'.' | ','>();
  const shown = decimalSeparator();
  const separator = chosen ?? shown;
  const [refused, setRefused] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);
  /** Whether the field takes what is put in; its separator is the one that was typed last. */
  const takes = (input: HTMLInputElement, put: string): boolean => {
    // A text that replaces a selection starts over.
    if (isBlocked && input.selectionStart === input.selectionEnd) return false;
    const text = textWith(input, put).replace(suffix, '');
    const number = readNumber(text, allowDecimal, shown);
    if (number === undefined) {
      flushSync(() => setRefused(text));
      // A pasted text that is refused leaves nothing in the field.
      if (put.length === 1 && separatorIn(put)) block();
      return false;
    }
    if (typeof number === 'number' && hasGroups(text, shown)) {
      // The field itself would read its first separator as that of decimals.
      setSeparator(undefined);
      type(number);
      return false;
    }
    // Before the field reads what is put in.
    flushSync(() => {
      setRefused(undefined);
      setSeparator((before) => separatorIn(put) ?? before);
    });
    return true;
  };
  const block = () => {
    setBlocked(true);
    const first = current ? current.first : value;
    if (!current || current.is === first) return;
    setTyped({ ...current, is: '', known: new Set([...current.known, first]) });
    onChange(typeof first === 'number' ? first : '');
  };
  const type = (text: number | string) => {
    const is = typeof text === 'number' ? text : (readNumber(text, allowDecimal, '.') ?? '');
    setTyped({ text, is, first: current?.first ?? value, known: new Set([...(current?.known ?? [value]), is]) });
    setRefused(undefined);
    setBlocked(false);
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
        setBlocked(false);
        onBlur?.(event);
      }}
    />
  );
}
