import { useEffect, useRef } from 'react';
import type { FieldError } from '#domain/errors/refusal.ts';
import { findField } from './find-field.ts';
import type { FormFields } from './use-form.ts';

/**
 * What has to be corrected, with a link to each field; takes the focus when a submit was refused.
 * Put it above the form's fields.
 */
export function ErrorSummary({ form }: { form: FormFields }) {
  const box = useRef<HTMLDivElement>(null);
  const { errors, summons } = form;
  useEffect(() => {
    if (summons > 0) box.current?.focus();
  }, [summons]);

  if (summons === 0 || errors.length === 0) return null;
  const listed = inOrderOfPage(form, errors);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-24 rounded-tile border-2 border-error bg-error-soft px-5 py-4"
    >
      <h2 className="font-sans text-base font-bold text-error">
        ご確認いただきたい点が{countOf(listed.length)}あります
      </h2>
      <ul className="mt-1">
        {listed.map(({ error: { path, message }, field }) => (
          <li key={path} className="py-1 text-ink [word-break:auto-phrase]">
            {field ? (
              <a
                href={`#${field.id}`}
                className="underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault();
                  const target = findField(form, path);
                  target?.focus({ preventScroll: true });
                  target?.scrollIntoView({ block: 'center' });
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** 3つ, 12件: Japanese counts with つ up to nine. */
const countOf = (count: number) => (count < 10 ? `${count}つ` : `${count}件`);

/**
 * The schema orders errors by the request body, but people read from the top of the page. Only
 * the document knows where a field stands; errors without a field come last.
 */
function inOrderOfPage(
  form: FormFields,
  errors: readonly FieldError[],
): { error: FieldError; field: HTMLElement | null }[] {
  const located = errors.map((error) => ({ error, field: findField(form, error.path) }));
  return located.sort(({ field: one }, { field: other }) => {
    if (!one || !other || one === other) return Number(!one) - Number(!other);
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}
