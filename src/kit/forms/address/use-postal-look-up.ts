import { useEffect, useRef, useState } from 'react';
import { textOf } from '#kit/forms/fields/field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { isCompletePostalCode, postalDigits } from '#kit/values/postal-code.ts';
import {
  type AddressLines,
  clearedMessage,
  clearFilled,
  fillAddress,
  hasOldNumber,
  lookUpMessage,
  unchangedMessage,
} from './fill-address.ts';
import { lookUpPostalCode, type PostalCandidate } from './postal-lookup.ts';

const lines = ['prefecture', 'line1', 'line2'] as const;

/** Fills in the address at `prefix` whenever its postal code has seven digits. */
export function usePostalLookUp(form: FormFields, prefix: string) {
  const [choices, setChoices] = useState<PostalCandidate[]>([]);
  const [status, setStatus] = useState('');
  const [oldNumber, setOldNumber] = useState('');
  const latest = useRef(form);
  const asked = useRef('');
  const taken = useRef<PostalCandidate>(undefined);
  // The response comes later and must be applied to the values of that time.
  useEffect(() => {
    latest.current = form;
  });

  const pathOf = (line: string) => `${prefix}.${line}`;

  /** Changes the lines; returns them before and after. */
  function change(how: (address: AddressLines) => AddressLines) {
    const { valueAt, setValue } = latest.current;
    const before = {
      prefecture: textOf(valueAt(pathOf('prefecture'))),
      line1: textOf(valueAt(pathOf('line1'))),
      line2: textOf(valueAt(pathOf('line2'))),
    };
    const after = how(before);
    for (const line of lines) if (after[line] !== before[line]) setValue(pathOf(line), after[line]);
    return { before, after };
  }

  function take(candidate: PostalCandidate) {
    const { before, after } = change((address) => fillAddress(address, candidate, taken.current));
    taken.current = candidate;
    setChoices([]);
    setOldNumber(hasOldNumber(before, after) ? after.line2 : '');
    const isChanged = lines.some((line) => after[line] !== before[line]);
    setStatus(isChanged ? lookUpMessage([candidate]) : unchangedMessage);
  }

  /** Reports an unknown code, and removes what the previous one filled in. */
  function clear() {
    const { before, after } = change((address) => clearFilled(address, taken.current));
    taken.current = undefined;
    setStatus(
      lines.some((line) => after[line] !== before[line]) ? clearedMessage : lookUpMessage([]),
    );
  }

  async function onTyped(text: string) {
    const digits = isCompletePostalCode(text) ? postalDigits(text) : '';
    if (digits === asked.current) return;
    asked.current = digits;
    setChoices([]);
    setStatus('');
    setOldNumber('');
    if (!digits) return;
    const found = await lookUpPostalCode(digits);
    if (asked.current !== digits) return;
    // Allows a retry with the same digits.
    if (found === 'unavailable') asked.current = '';
    if (found !== 'unavailable' && found.length === 1 && found[0]) return take(found[0]);
    if (found.length === 0) return clear();
    setStatus(lookUpMessage(found));
    if (found !== 'unavailable') setChoices(found);
  }

  return {
    choices,
    status,
    onTyped,
    take,
    /** A house number typed for another place, until it is changed or confirmed; otherwise ''. */
    oldNumber: textOf(form.valueAt(pathOf('line2'))) === oldNumber ? oldNumber : '',
    keepNumber: () => setOldNumber(''),
    clearNumber() {
      setOldNumber('');
      form.setValue(pathOf('line2'), '');
    },
    dismiss() {
      setChoices([]);
      setStatus('');
    },
  };
}
