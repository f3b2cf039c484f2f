import { useEffect, useRef, useState } from 'react';
import { isCompletePostalCode, postalDigits } from '#domain/values/postal-code.ts';
import { textOf } from './fields/field.tsx';
import { fillAddress, lookUpMessage } from './fill-address.ts';
import { lookUpPostalCode, type PostalCandidate } from './postal-lookup.ts';
import type { FormFields } from './use-form.ts';

const lines = ['prefecture', 'line1', 'line2'] as const;

/** Fills the address at `prefix` from its postal code whenever seven digits have been typed. */
export function usePostalLookUp(form: FormFields, prefix: string) {
  const [choices, setChoices] = useState<PostalCandidate[]>([]);
  const [status, setStatus] = useState('');
  const latest = useRef(form);
  const asked = useRef('');
  const taken = useRef<PostalCandidate>(undefined);
  // The response comes later, so it must be applied to the values of that time.
  useEffect(() => {
    latest.current = form;
  });

  function take(candidate: PostalCandidate) {
    const { valueAt, setValue } = latest.current;
    const at = (line: string) => `${prefix}.${line}`;
    const address = {
      prefecture: textOf(valueAt(at('prefecture'))),
      line1: textOf(valueAt(at('line1'))),
      line2: textOf(valueAt(at('line2'))),
    };
    const next = fillAddress(address, candidate, taken.current);
    for (const line of lines) if (next[line] !== address[line]) setValue(at(line), next[line]);
    taken.current = candidate;
    setChoices([]);
    setStatus(lookUpMessage([candidate]));
  }

  async function onTyped(text: string) {
    const digits = isCompletePostalCode(text) ? postalDigits(text) : '';
    if (digits === asked.current) return;
    asked.current = digits;
    setChoices([]);
    setStatus('');
    if (!digits) return;
    const found = await lookUpPostalCode(digits);
    if (asked.current !== digits) return;
    // The next attempt with the same digits may succeed.
    if (found === 'unavailable') asked.current = '';
    if (found !== 'unavailable' && found.length === 1 && found[0]) return take(found[0]);
    setStatus(lookUpMessage(found));
    if (found !== 'unavailable') setChoices(found);
  }

  return {
    choices,
    status,
    onTyped,
    take,
    dismiss() {
      setChoices([]);
      setStatus('');
    },
  };
}
