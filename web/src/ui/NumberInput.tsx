import { NumberInput as KitNumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type InputEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { decimalSeparator } from './decimal-text.ts';
import { countDigitsBehind, hasGroups, readNumber, separatorIn, textWith } from './read-number.ts';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'suffix'> {
  readonly value: number | string;
  readonly suffix?: string;
  /** Called with the number; '' while there is none. */
  onChange(value: number | ''): void;
}

/** Text of the field while it is typed, such as '1.' before 1.5, and its number. */
interface Typed {
  readonly text: number | string;
  readonly is: number | '';
  /** Value of the field when typing began. */
  readonly first: number | string;
  /** The first value, and all values reported since: the owner may be some keys behind. */
  readonly known: ReadonlySet<number | string>;
}

/**
 * Number input in the format of the page's language. Text that is no number is rejected with a message. After a
 * separator that is not allowed, the following digits are rejected too, and the previous number stays.
 */
export function NumberInput({ value, onChange, error, suffix = '', allowDecimal = true, onBlur, ...others }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>();
  // A value that the owner changed meanwhile wins.
  const current = typed?.known.has(value) ? typed : undefined;
  const [chosen, setSeparator] = useState<'.' | ','>();
  const shown = decimalSeparator();
  const separator = chosen ?? shown;
  const [refused, setRefused] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);
  /** True if the field accepts the inserted text; sets the separator that was typed last. */
  const takes = (input: HTMLInputElement, put: string): boolean => {
    // A text that replaces a selection starts over.
    if (isBlocked && input.selectionStart === input.selectionEnd) return false;
    const text = textWith(input, put).replace(suffix, '');
    const number = readNumber(text, allowDecimal, shown);
    if (number === undefined) {
      flushSync(() => setRefused(text));
      // A rejected paste leaves nothing in the field.
      if (put.length === 1 && separatorIn(put)) block();
      return false;
    }
    if (typeof number === 'number' && hasGroups(text, shown)) {
      // The underlying input would take its first separator as the decimal one.
      const behind = countDigitsBehind(input, suffix);
      flushSync(() => {
        setSeparator(undefined);
        type(number);
      });
      putCaret(input, input.value.length - suffix.length - behind);
      return false;
    }
    // Before the underlying input reads the inserted text.
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

/** Puts the caret there, again after the underlying input has put it where it was before the separators were removed. */
function putCaret(input: HTMLInputElement, position: number): void {
  const { value } = input;
  const put = () => input.value === value && input.setSelectionRange(position, position);
  put();
  setTimeout(put);
}
