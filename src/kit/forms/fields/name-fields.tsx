import { useRef, useState } from 'react';
import { useAfterPress } from '#kit/forms/use-after-press.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import {
  type KanaEvent,
  type KanaState,
  kanaReducer,
  startKana,
  tidyKana,
} from '#kit/values/kana.ts';
import { toFullWidthKana, toHiragana } from '#kit/values/text-width.ts';
import { textOf } from './field.tsx';
import { TextField } from './text-field.tsx';

/**
 * 姓, 名 and their readings at `prefix`.lastName, .firstName, .lastNameKana and .firstNameKana (without a
 * prefix, at the top of the values). The readings come from the input method while the names are
 * typed, until a person edits a reading.
 */
export function NameFields({ form, prefix = '' }: { form: FormFields; prefix?: string }) {
  const pathOf = (name: string) => (prefix ? `${prefix}.${name}` : name);
  const [hint, showHint] = useState<keyof typeof hints>();
  const last = useKana(form, pathOf('lastName'), showHint);
  const first = useKana(form, pathOf('firstName'), showHint);
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-6">
      <TextField
        {...last.ofName}
        form={form}
        path={pathOf('lastName')}
        label="姓"
        required
        autoComplete="family-name"
      />
      <TextField
        {...first.ofName}
        form={form}
        path={pathOf('firstName')}
        label="名"
        required
        autoComplete="given-name"
      />
      <TextField
        {...last.ofKana}
        form={form}
        path={pathOf('lastNameKana')}
        label="姓（ふりがな）"
        required
      />
      <TextField
        {...first.ofKana}
        form={form}
        path={pathOf('firstNameKana')}
        label="名（ふりがな）"
        required
      />
      <p role="status" className="col-span-2 text-sm text-ink-2 empty:hidden">
        {hint && hints[hint]}
      </p>
    </div>
  );
}

/** Hints to check the reading: predictive input methods reveal only its beginning. */
const hints = {
  filled: 'ふりがなを自動で入れました。違うところは、お直しください。',
  kept: 'お名前が変わりました。ふりがなも合っているか、お確かめください。',
};

/** Converts katakana of any width to hiragana, the stored form. */
const asHiragana = (text: string) => tidyKana(toHiragana(toFullWidthKana(text.normalize('NFC'))));

/**
 * The event handlers of the name at `path` and of its reading. On leaving the name, `onHint` receives what to check:
 * a reading that was filled in, or one that stayed while the name changed.
 */
function useKana(
  form: FormFields,
  path: string,
  onHint: (hint: keyof typeof hints | undefined) => void,
) {
  const kanaPath = `${path}Kana`;
  const state = useRef<KanaState>(startKana());
  const onFocus = useRef({ name: '', kana: '' });
  const afterPress = useAfterPress();
  const shownKana = () => textOf(form.valueAt(kanaPath));

  function applyEvent(event: KanaEvent) {
    const shown = shownKana();
    // A draft or a reset changed the reading.
    if (state.current.kana !== shown) state.current = startKana(shown);
    state.current = kanaReducer(state.current, event);
    if (state.current.kana !== shown) form.setValue(kanaPath, state.current.kana);
  }

  return {
    ofName: {
      onFocus: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
        onFocus.current = { name: input.value, kana: shownKana() };
      },
      onBlur: ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
        const { name, kana } = onFocus.current;
        const isSame = kana === shownKana();
        if (input.value === name || (isSame && kana === '')) return;
        const hint = isSame ? 'kept' : shownKana() === '' ? undefined : 'filled';
        // The hint moves the content below, such as a button being pressed.
        afterPress(() => onHint(hint));
      },
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
        onHint(undefined);
        state.current = kanaReducer(state.current, { type: 'edit', kana: input.value });
      },
    },
  };
}
