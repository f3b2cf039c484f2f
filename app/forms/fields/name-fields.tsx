import { useRef } from 'react';
import type { FormFields } from '#app/forms/use-form.ts';
import {
  type KanaEvent,
  type KanaState,
  kanaReducer,
  startKana,
  tidyKana,
} from '#domain/values/kana.ts';
import { toFullWidthKana, toHiragana } from '#domain/values/text-width.ts';
import { textOf } from './field.tsx';
import { TextField } from './text-field.tsx';

/**
 * 姓, 名 and their readings at `prefix`.lastName, .firstName, .lastNameKana and .firstNameKana (without a
 * prefix, at the top of the values). The readings come from the input method while the names are
 * typed, until a person edits a reading.
 */
export function NameFields({ form, prefix = '' }: { form: FormFields; prefix?: string }) {
  const at = (name: string) => (prefix ? `${prefix}.${name}` : name);
  const last = useKana(form, at('lastNameKana'));
  const first = useKana(form, at('firstNameKana'));
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6">
      <TextField
        {...last.ofName}
        form={form}
        path={at('lastName')}
        label="姓"
        required
        autoComplete="family-name"
      />
      <TextField
        {...first.ofName}
        form={form}
        path={at('firstName')}
        label="名"
        required
        autoComplete="given-name"
      />
      <TextField
        {...last.ofKana}
        form={form}
        path={at('lastNameKana')}
        label="姓（ふりがな）"
        required
      />
      <TextField
        {...first.ofKana}
        form={form}
        path={at('firstNameKana')}
        label="名（ふりがな）"
        required
      />
    </div>
  );
}

/** Converts katakana of either width to the hiragana that are stored. */
const asHiragana = (text: string) => tidyKana(toHiragana(toFullWidthKana(text.normalize('NFC'))));

/** The event handlers of a name and of its reading. */
function useKana(form: FormFields, path: string) {
  const state = useRef<KanaState>(startKana());

  function applyEvent(event: KanaEvent) {
    const shown = textOf(form.valueAt(path));
    // A draft or a reset has changed the reading from outside.
    if (state.current.kana !== shown) state.current = startKana(shown);
    state.current = kanaReducer(state.current, event);
    if (state.current.kana !== shown) form.setValue(path, state.current.kana);
  }

  return {
    ofName: {
      onCompositionStart: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
        const isReplacedWhole =
          input.value !== '' &&
          input.selectionStart === 0 &&
          input.selectionEnd === input.value.length;
        if (isReplacedWhole) applyEvent({ type: 'clear' });
      },
      onCompositionUpdate: ({ data }: { data: string }) => applyEvent({ type: 'update', data }),
      onCompositionEnd: ({ data }: { data: string }) => applyEvent({ type: 'end', data }),
      onChange: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
        if (input.value === '') applyEvent({ type: 'clear' });
      },
    },
    ofKana: {
      autoComplete: 'off',
      tidy: asHiragana,
      onChange: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
        state.current = kanaReducer(state.current, { type: 'edit', kana: input.value });
      },
    },
  };
}
