import { type KeyboardEvent, useEffect, useReducer, useState } from 'react';
import { useAfterPress } from '#kit/forms/use-after-press.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import { normaliseEmail, suggestEmails } from '#kit/values/email.ts';
import { meantEmail } from '#kit/values/text/email-slip.ts';
import { Field, type FieldProps, textOf } from './field.tsx';
import { isImeKey } from './ime.ts';
import { SuggestionList } from './suggestions/suggestion-list.tsx';
import {
  noSuggestions,
  suggestionsCloseDelayMs,
  suggestionsReducer,
} from './suggestions/suggestions.ts';
import { TextInput } from './text-input.tsx';

/**
 * An e-mail address: suggests well-known domains after the @, and on blur asks about a domain that looks like a typo
 * (docs/product.md, Forms).
 */
export function EmailField({
  form,
  path,
  label = 'メールアドレス',
  required,
  help,
  autoComplete = 'email',
}: Partial<FieldProps> & { form: FormFields; path: string; autoComplete?: string }) {
  const binding = form.register(path);
  const [list, dispatch] = useReducer(suggestionsReducer, noSuggestions);
  /** Checked on blur only: an address being typed is incomplete. */
  const [isTyping, setTyping] = useState(false);
  const suggestedEmail = isTyping ? undefined : meantEmail(normaliseEmail(textOf(binding.value)));
  const afterPress = useAfterPress();
  const isOpen = list.phase !== 'closed';
  const listId = `${binding.id}-suggestions`;
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    if (list.phase !== 'chosen') return;
    const timer = setTimeout(() => dispatch({ type: 'close' }), suggestionsCloseDelayMs);
    return () => clearTimeout(timer);
  }, [list.phase]);

  const offer = (text: string) => dispatch({ type: 'offer', options: suggestEmails(text) });

  function choose(index: number) {
    const email = list.options[index];
    if (list.phase !== 'open' || email === undefined) return;
    binding.change(email);
    dispatch({ type: 'choose', index });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) event.preventDefault();
      if (isOpen) dispatch({ type: 'move', by: event.key === 'ArrowDown' ? 1 : -1 });
      else offer(textOf(binding.value));
    } else if (event.key === 'Enter' && list.phase === 'open' && list.active >= 0) {
      // The Enter that picks a suggestion does not submit the form.
      event.preventDefault();
      choose(list.active);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      dispatch({ type: 'close' });
    }
  }

  return (
    <Field binding={binding} label={label} required={required} help={help}>
      <div className="relative">
        <TextInput
          binding={binding}
          help={help}
          tidy={normaliseEmail}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && list.active >= 0 ? optionId(list.active) : undefined}
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyping(true);
            const { isComposing } = event.nativeEvent as InputEvent;
            if (!isComposing) offer(event.currentTarget.value);
          }}
          onCompositionEnd={(event) => offer(event.currentTarget.value)}
          onBlur={() => {
            dispatch({ type: 'close' });
            // The pressed control must not move away from the finger.
            afterPress(() => setTyping(false));
          }}
        />
        {isOpen && (
          <SuggestionList
            id={listId}
            label={`${label}の候補`}
            options={list.options}
            active={list.active}
            optionId={optionId}
            onChoose={choose}
          />
        )}
      </div>
      <div role="status">
        {suggestedEmail && (
          <p className="mt-2 flex flex-wrap items-center gap-x-4 rounded-tile bg-honey-soft px-4 py-1 text-ink">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              もしかして <b>{suggestedEmail}</b> ですか？
            </span>
            <button
              type="button"
              className="min-h-11 font-bold underline underline-offset-4"
              onClick={() => {
                binding.change(suggestedEmail);
                document.getElementById(binding.id)?.focus();
              }}
            >
              このアドレスに直す
            </button>
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {list.phase === 'open' ? `候補が${list.options.length}件あります。` : ''}
      </p>
    </Field>
  );
}
