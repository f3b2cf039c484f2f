import { useEffect, useRef } from 'react';
import { findField, inOrderOfPage } from './find-field.ts';
import type { FormFields } from './use-form.ts';

/**
 * Lists what must be corrected, with a link to each field; takes the focus when a submit was refused. Place it above
 * the form's fields.
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
        入力内容を{listed.length}か所ご確認ください
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
