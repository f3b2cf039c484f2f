import { useRef, useState } from 'react';
import type { FormFields } from '#kit/forms/use-form.ts';
import { controlProps, Field, type FieldProps } from './field.tsx';
import { fileSize } from './file-size.ts';

/** A file to drop or choose; the form's value is the File, or null. Drafts never store it. */
export function FileField({
  form,
  path,
  label,
  required,
  help,
  accept = '.csv,text/csv',
}: FieldProps & {
  form: FormFields;
  path: string;
  accept?: string;
}) {
  const binding = form.register(path);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const file = binding.value instanceof File ? binding.value : undefined;
  return (
    <Field binding={binding} label={label} required={required} help={help}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the input inside serves keyboard and touch */}
      <div
        className={`relative flex min-h-28 flex-col items-center justify-center gap-1 rounded-tile border-2 border-dashed p-4 text-center ${isOver ? 'border-coral bg-coral-soft' : binding.error ? 'border-error bg-white' : 'border-input bg-white'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const dropped = event.dataTransfer.files[0];
          if (dropped) binding.change(dropped);
          binding.blur();
        }}
      >
        <input
          {...controlProps(binding, help)}
          ref={input}
          type="file"
          accept={accept}
          className="absolute inset-0 size-full cursor-pointer rounded-tile text-transparent file:hidden"
          // Choosing a corrected file of the same name must fire a change event.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) binding.change(chosen);
          }}
          onBlur={binding.blur}
        />
        <span className="pointer-events-none font-bold text-coral-dark">
          {file ? '別のファイルを選ぶ' : 'ファイルを選ぶ'}
        </span>
        <span className="pointer-events-none text-sm text-balance text-ink-2 [word-break:auto-phrase] pointer-coarse:hidden">
          ここにファイルをドロップしても選べます
        </span>
      </div>
      <div role="status">
        {file && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3">
            <span className="font-bold break-all text-ink">{file.name}</span>
            <span className="text-sm text-ink-2">{fileSize(file.size)}</span>
            <button
              type="button"
              className="min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
              onClick={() => {
                binding.change(null);
                input.current?.focus();
              }}
            >
              取り消す
            </button>
          </p>
        )}
      </div>
    </Field>
  );
}
